#include "practice/notation/plain_number.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"

namespace attn {
namespace {

constexpr double kLastExact =
    9007199254740992.0;  // 2^53: from here on, not every whole number is a double

bool is_whole(double value) { return value == std::floor(value) && std::abs(value) < kLastExact; }

}  // namespace

double whole_hair(double value) { return std::max(1e-9, 1e-14 * std::abs(value)); }

bool are_whole_numbers(const arma::mat& matrix) {
  return std::all_of(matrix.begin(), matrix.end(), [](double cell) {
    return std::isfinite(cell) && std::abs(cell - std::round(cell)) <= whole_hair(cell);
  });
}

std::string plain_number(double value) {
  constexpr int kDigits = 6;
  return is_whole(value) ? decimal_text(value, 0) : significant_text(value, kDigits);
}

std::string fixed_number(double value, int decimals) {
  const bool is_too_large = std::abs(value) >= kLastExact;
  return is_too_large ? plain_number(value) : decimal_text(value, decimals);
}

std::string rough_number(double value) {
  constexpr int kDigits = 2;
  return is_whole(value) ? plain_number(value) : significant_text(value, kDigits);
}

double first_unit(double number) {
  constexpr double kRounding = 1e-12;  // 999.9999999999999 is meant as 1000
  const double size = std::abs(number) * (1.0 + kRounding);
  return size > 0.0 && std::isfinite(size) ? std::pow(10.0, std::floor(std::log10(size))) : 0.0;
}

double half_unit(int decimals) {
  constexpr double kHair = 1e-6;
  return 0.5 * std::pow(10.0, -decimals) * (1.0 + kHair);
}

double written_half_unit(const arma::mat& matrix) {
  return half_unit(decimals_of(matrix, kMostWrittenDecimals));
}

int decimals_of(const arma::mat& matrix, int most, double hair) {
  constexpr double kRounding = 1e-9;  // 0.1 + 0.2 is 0.3 here
  constexpr double kNothing = 1e-15;  // and less than that, of 0.1 + 0.2 - 0.3, is 0
  for (int decimals = 0; decimals < most; ++decimals) {
    const double unit = std::pow(10.0, decimals);
    const auto is_whole = [unit, hair](double cell) {
      const double scaled = cell * unit;
      const bool is_lost = std::abs(cell) > kNothing && std::round(scaled) == 0.0;
      return !is_lost &&
             std::abs(scaled - std::round(scaled)) <= std::max(std::abs(scaled) * kRounding, hair);
    };
    if (std::all_of(matrix.begin(), matrix.end(), is_whole)) return decimals;
  }
  return most;
}

}  // namespace attn
