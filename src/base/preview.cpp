#include "base/preview.hpp"

#include <utf8proc.h>

#include "base/utf8.hpp"

namespace attn {
namespace {

bool is_visible(utf8proc_int32_t character) {
  switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_CN:  // not assigned
    case UTF8PROC_CATEGORY_CC:  // control
    case UTF8PROC_CATEGORY_CF:  // format: these can reverse the direction of a line
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    default:
      return true;
  }
}

}  // namespace

std::string preview(std::string_view text, int longest) {
  std::string shown;
  for (int count = 0; !text.empty(); ++count) {
    if (count == longest) return shown + "...";
    const CodePoint point = first_code_point(text);
    const bool valid = point.value >= 0 && is_visible(point.value);
    shown.append(valid ? text.substr(0, point.n_bytes) : "?");
    text.remove_prefix(point.n_bytes);
  }
  return shown;
}

}  // namespace attn
