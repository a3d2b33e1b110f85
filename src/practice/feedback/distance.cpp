#include "practice/feedback/distance.hpp"

#include <cmath>

#include "base/message.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

std::string one_digit(double value) {
  if (value == 0.0) return "0";
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))));
  return plain_number(std::round(value / unit) * unit);
}

// A factor, or a part of a hundred where the two are near each other.
std::string in_proportion(double given, double expected) {
  constexpr double kNear = 1.5, kHundred = 100.0;
  if (given == 0.0) return "";
  const double ratio = given / expected;
  if (ratio <= 0.0) return translated("Its sign is not right.");
  if (ratio >= kNear) return message("It is about {} times too large.", one_digit(ratio));
  if (ratio <= 1.0 / kNear)
    return message("It is about {} times too small.", one_digit(1.0 / ratio));
  const std::string percent = one_digit(kHundred * std::abs(ratio - 1.0));
  return ratio > 1.0 ? message("It is about {} % too large.", percent)
                     : message("It is about {} % too small.", percent);
}

}  // namespace

std::string distance_text(const FieldResult& result) {
  if (!result.field->is_numeric() || !result.comparison.worst) return "";
  const CellDifference& worst = *result.comparison.worst;
  if (!std::isfinite(worst.given) || !std::isfinite(worst.expected)) return "";
  if (result.given.n_elem > 1)
    return message("It is off by about {}.", one_digit(std::abs(worst.given - worst.expected)));
  return worst.expected == 0.0 ? "" : in_proportion(worst.given, worst.expected);
}

}  // namespace attn
