#include "base/message.hpp"

#include <libintl.h>

namespace attn {

const char* translated(const char* english) {
  // gettext("") is the catalogue's header, not an empty text.
  return *english == '\0' ? english : gettext(english);
}

const char* language_code() {
  // TRANSLATORS: the code of this language, for texts that are not in this catalogue.
  return translated("en");
}

void add_sentence(std::string& text, const std::string& sentence) {
  if (!text.empty() && !text.ends_with("。")) text += ' ';
  text += sentence;
}

}  // namespace attn
