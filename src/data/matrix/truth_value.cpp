#include "data/matrix/truth_value.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/text_bytes.hpp"

namespace attn {

std::optional<double> truth_value(std::string_view word) {
  const std::string lower = lower_case(std::string(word));
  if (lower == "true") return 1.0;
  if (lower == "false") return 0.0;
  return std::nullopt;
}

// Two functions of one library take truth values in opposite senses.
void tell_truth_values(const std::string& name) {
  tell_reading(
      message("{}: True was read as 1, False as 0. In a mask, 1 means \"may attend\", as in "
              "F.scaled_dot_product_attention; True in a mask for nn.MultiheadAttention means "
              "blocked: of such a mask, save ~mask.",
              name));
}

}  // namespace attn
