#include "base/message.hpp"

#include <fstream>
#include <iterator>

#include "base/catalogue.hpp"

namespace attn {
namespace {

Catalogue catalogue;  // of the user's language; empty for English
std::string preferred;

}  // namespace

void read_translations(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  catalogue = Catalogue({std::istreambuf_iterator<char>(file), {}});
}

const char* translated(const char* english) {
  if (*english == '\0') return english;  // whose translation is the catalogue's header
  const char* const translation = catalogue.translation_of(english);
  return translation ? translation : english;
}

const char* language_code() {
  // TRANSLATORS: the code of this language, for texts that are not in this catalogue.
  return translated("en");
}

void prefer_language(std::string code) { preferred = std::move(code); }

std::string_view preferred_language() { return preferred; }

void add_sentence(std::string& text, const std::string& sentence) {
  if (sentence.empty()) return;
  if (!text.empty() && !text.ends_with("。")) text += ' ';
  text += sentence;
}

void add_note(std::vector<std::string>& notes, const std::string& note) {
  if (!note.empty()) notes.push_back(note);
}

}  // namespace attn
