#include "base/preview.hpp"

#include "base/utf8.hpp"

namespace attn {

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
