#include "core/message.hpp"

#include <libintl.h>

namespace attn {

const char* translated(const char* english) {
  // gettext("") is the catalogue's header, not an empty text.
  return *english == '\0' ? english : gettext(english);
}

}  // namespace attn
