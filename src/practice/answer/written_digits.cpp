#include "practice/answer/written_digits.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"
#include "practice/answer/around_answer.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

constexpr int kPerCentDecimals = 2;

// What the power of ten behind a number takes off its decimals: −1 for "e-1".
int power_of_ten(std::string_view behind) {
  if (behind.empty() || (behind.front() != 'e' && behind.front() != 'E')) return 0;
  behind.remove_prefix(1);
  if (behind.starts_with('+')) behind.remove_prefix(1);
  int power = 0;
  std::from_chars(behind.data(), behind.data() + behind.size(), power);
  return std::clamp(power, -kMostWrittenDecimals, kMostWrittenDecimals);
}

}  // namespace

int typed_decimals(std::string_view text) {
  int most = 0;
  for (std::size_t at = text.find('.'); at != text.npos; at = text.find('.', at)) {
    const std::size_t first = ++at;
    while (at < text.size() && is_ascii_digit(text[at])) ++at;
    const std::string_view behind = text.substr(at);
    const int n_digits = static_cast<int>(std::min<std::size_t>(at - first, kMostWrittenDecimals));
    if (n_digits == 0) continue;
    most = std::max(
        most, n_digits + (behind.starts_with('%') ? kPerCentDecimals : 0) - power_of_ten(behind));
  }
  return std::min(most, kMostWrittenDecimals);
}

int typed_decimals(const Field& field, std::string_view text) {
  if (!field.is_numeric()) return 0;
  if (field.kind != FieldKind::number) return typed_decimals(text);
  return typed_decimals(split(with_equals_signs(text), '=').back());
}

}  // namespace attn
