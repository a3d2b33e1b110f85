#include "data/preview.hpp"

#include <utf8proc.h>

#include <algorithm>

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
    utf8proc_int32_t character = 0;
    const auto bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto left = static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4));
    const auto length = utf8proc_iterate(bytes, left, &character);
    const bool valid = length > 0 && is_visible(character);
    const auto used = length > 0 ? static_cast<std::size_t>(length) : 1;
    shown.append(valid ? text.substr(0, used) : "?");
    text.remove_prefix(used);
  }
  return shown;
}

}  // namespace attn
