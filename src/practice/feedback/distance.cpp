#include "practice/feedback/distance.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/judge/compare.hpp"
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

constexpr double kNear = 2.0;  // from here on a factor is told, and no part of a hundred

// By how much the size of a number is off from that of one of the same sign.
std::string in_size(double ratio, bool is_whole) {
  const bool is_large = ratio > 1.0;
  if (ratio >= kNear) return message("It is at least {} times too large.", at_least(ratio));
  if (ratio <= 1.0 / kNear)
    return message("It is at least {} times too small.", at_least(1.0 / ratio));
  if (is_whole) return is_large ? translated("It is too large.") : translated("It is too small.");
  const std::string percent = at_least(100.0 * std::abs(ratio - 1.0));
  return is_large ? message("It is at least {} % too large.", percent)
                  : message("It is at least {} % too small.", percent);
}

// The same below 0, where what is farther from 0 is the smaller number.
std::string in_size_below_zero(double ratio, bool is_whole) {
  const bool is_far = ratio > 1.0;
  if (ratio >= kNear) return message("It is at least {} times too far from 0.", at_least(ratio));
  if (ratio <= 1.0 / kNear)
    return message("It is at least {} times too near to 0.", at_least(1.0 / ratio));
  if (is_whole)
    return is_far ? translated("It is too far from 0.") : translated("It is too near to 0.");
  const std::string percent = at_least(100.0 * std::abs(ratio - 1.0));
  return is_far ? message("It is at least {} % too far from 0.", percent)
                : message("It is at least {} % too near to 0.", percent);
}

// A factor, or a part of a hundred where the two are near each other.
std::string in_proportion(double given, double expected, bool is_whole) {
  if (given == 0.0) return "";
  const double ratio = given / expected;
  if (ratio <= 0.0) return translated("Its sign is not right.");
  return expected > 0.0 ? in_size(ratio, is_whole) : in_size_below_zero(ratio, is_whole);
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
  constexpr double kNothing = 1e-9;  // what is left of numbers that cancel
  const double zero = std::max(kNothing, allowed_error(worst.expected, result.field->tolerance));
  return std::abs(worst.expected) <= zero ? ""
                                          : in_proportion(worst.given, worst.expected, is_whole);
}

}  // namespace attn
