#include "core/count_text.hpp"

namespace attn {

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t digits = text.size(); digits > 3;) {
    digits -= 3;
    text.insert(digits, 1, ',');
  }
  return text;
}

}  // namespace attn
