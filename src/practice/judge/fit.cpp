#include "practice/judge/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/number.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/judge/compare.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

// The decimals of a number as it was written; 620 may be meant in tens, if no more was asked for.
int written_decimals(const arma::mat& given, std::optional<int> asked, int typed) {
  const int written = std::max(typed, decimals_of(given, kMostWrittenDecimals));
  if (written > 0 || !asked || *asked >= 0) return written;
  const bool is_rounder = decimals_of(given * std::pow(10.0, *asked), 1) == 0;
  return is_rounder ? *asked : written;
}

// The digits that a number was written with, if it is so large or so small that nobody writes all
// of them.
double half_of_last_digit(double number) {
  constexpr double kRounding = 1e-14;  // of 0.1^50
  for (int decimals = 0; decimals < kMostWrittenDecimals; ++decimals)
    if (const double written =
            parse_number(fmt::format("{:.{}e}", std::abs(number), decimals)).value_or(0.0);
        std::abs(written - std::abs(number)) <= kRounding * std::abs(number))
      return 0.5 * std::pow(10.0, std::floor(std::log10(std::abs(number))) - decimals);
  return 0.0;
}

// Whether it is below the last decimal that people write, as 1e-50 is.
bool is_tiny(double number) {
  constexpr double kTiny = 1e-12;
  return number != 0.0 && std::abs(number) < kTiny;
}

void drop_rests(arma::mat& numbers) {
  for (double& cell : numbers)
    if (is_rest(cell)) cell = 0.0;
}

// How far a number may be from one that was rounded to what was written.
double allowed_by_digits(const Field& field, const arma::mat& given, int typed_decimals) {
  const std::optional<int> asked = asked_decimals(field.tolerance);
  const int written = written_decimals(given, asked, typed_decimals);
  const double largest = arma::abs(given).max();
  constexpr double kAllDigits = 1e-9;
  if (is_tiny(largest)) return std::max(half_of_last_digit(largest), kAllDigits * largest);
  constexpr double kThreeDigits = 200.0;  // half units
  constexpr arma::uword kSeveral = 3;
  const bool are_several = given.n_elem >= kSeveral && written > 1;
  const bool speaks_for_itself = are_several || (written > 0 && given.n_elem == 1 &&
                                                 largest >= kThreeDigits * half_unit(written));
  if (speaks_for_itself) return half_unit(written);
  if (field.tolerance.is_exact() || largest == 0.0) return 0.0;
  return half_unit(std::max(written, asked.value_or(written)));
}

// The same −∞ in both is left out.
void drop_common_infinities(arma::mat& one, arma::mat& other) {
  const arma::uvec infinite = arma::find(one == other && arma::abs(one) == arma::datum::inf);
  one.elem(infinite).zeros();
  other.elem(infinite).zeros();
}

// 7.3071e43 is compared by its digits, of which there are three at least.
void drop_huge_alike(arma::mat& one, arma::mat& other) {
  constexpr double kHuge = 1e15, kThreeDigits = 200.0, kRounding = 1.0 + 1e-9;
  for (arma::uword cell = 0; cell < one.n_elem; ++cell) {
    if (!(std::abs(one(cell)) >= kHuge) || !std::isfinite(one(cell))) continue;
    const double allowed = half_of_last_digit(one(cell)) * kRounding;
    if (std::abs(one(cell)) < kThreeDigits * allowed) continue;
    if (std::abs(one(cell) - other(cell)) <= allowed) one(cell) = other(cell);
  }
}

}  // namespace

bool is_rest(double number) {
  constexpr double kLargestRest = 1e-15, kSmallestRest = 1e-19;
  const double size = std::abs(number);
  return size > kSmallestRest && size < kLargestRest && half_of_last_digit(number) == 0.0;
}

bool fits(const Field& field, const arma::mat& given, const arma::mat& candidate,
          int typed_decimals) {
  if (!field.is_numeric()) return compare(field, given, candidate).matches();
  if (arma::size(given) != arma::size(candidate)) return false;
  arma::mat one = given, other = candidate;
  drop_common_infinities(one, other);
  drop_huge_alike(one, other);
  drop_rests(one);
  if (!one.is_finite() || !other.is_finite()) return false;
  if (one.is_zero()) return other.is_zero(Tolerance::kExact);  // which has no digits
  if (field.tolerance.is_exact() && compare(field, one, other).matches()) return true;
  return arma::abs(one - other).max() <= allowed_by_digits(field, one, typed_decimals);
}

}  // namespace attn
