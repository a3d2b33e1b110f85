#include "practice/feedback/distance.hpp"

#include <cmath>

#include "base/message.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

std::string one_digit(double value) {
  if (value == 0.0) return "0";
  return plain_number(std::round(value / first_unit(value)) * first_unit(value));
}

// The largest number of one digit that is not above the value: with it a sentence is true, and yet
// it does not say by what to multiply.
std::string at_least(double value) {
  constexpr double kHair = 1e-9;  // 0.3 / 0.1 is 3
  const double raised = value * (1.0 + kHair);
  return plain_number(std::floor(raised / first_unit(raised)) * first_unit(raised));
}

// A factor, or a part of a hundred where the two are near each other.
std::string in_proportion(double given, double expected, bool is_whole) {
  constexpr double kNear = 2.0, kHundred = 100.0;
  if (given == 0.0) return "";
  const double ratio = given / expected;
  if (ratio <= 0.0) return translated("Its sign is not right.");
  if (ratio >= kNear) return message("It is at least {} times too large.", at_least(ratio));
  if (ratio <= 1.0 / kNear)
    return message("It is at least {} times too small.", at_least(1.0 / ratio));
  const double percent = kHundred * std::abs(ratio - 1.0);
  if (is_whole)
    return ratio > 1.0 ? translated("It is too large.") : translated("It is too small.");
  return ratio > 1.0 ? message("It is at least {} % too large.", at_least(percent))
                     : message("It is at least {} % too small.", at_least(percent));
}

}  // namespace

std::string distance_text(const FieldResult& result) {
  if (!result.field->is_numeric() || !result.comparison.worst) return "";
  const CellDifference& worst = *result.comparison.worst;
  if (!std::isfinite(worst.given) || !std::isfinite(worst.expected)) return "";
  // Of a small whole number, how far off it is would give it away.
  const bool is_whole = asks_whole_numbers(*result.field, result.expected);
  if (result.given.n_elem > 1 && is_whole) return "";
  if (result.given.n_elem > 1)
    return message("It is off by about {}.", one_digit(std::abs(worst.given - worst.expected)));
  return worst.expected == 0.0 ? "" : in_proportion(worst.given, worst.expected, is_whole);
}

}  // namespace attn
