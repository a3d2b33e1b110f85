#include "base/count_text.hpp"

namespace attn {

std::string in_groups_of_three(std::string digits) {
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string count_text(std::uint64_t count) { return in_groups_of_three(std::to_string(count)); }

}  // namespace attn
