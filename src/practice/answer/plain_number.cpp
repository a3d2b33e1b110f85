#include "practice/answer/plain_number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace attn {
namespace {

constexpr double kLastExact =
    9007199254740992.0;  // 2^53: from here on, not every whole number is a double

std::string without_minus_zero(std::string text) {
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return is_zero && text.starts_with('-') ? text.substr(1) : text;
}

bool is_whole(double value) { return value == std::floor(value) && std::abs(value) < kLastExact; }

std::string not_finite(double value) {
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

}  // namespace

std::string plain_number(double value) {
  if (!std::isfinite(value)) return not_finite(value);
  return without_minus_zero(is_whole(value) ? fmt::format("{:.0f}", value)
                                            : fmt::format("{:.6g}", value));
}

std::string fixed_number(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite(value);
  if (std::abs(value) >= kLastExact) return fmt::format("{:.6g}", value);
  return without_minus_zero(fmt::format("{:.{}f}", value, decimals));
}

std::string rough_number(double value) {
  if (!std::isfinite(value)) return not_finite(value);
  if (is_whole(value)) return plain_number(value);
  return without_minus_zero(fmt::format("{:.2g}", value));
}

int decimals_of(const arma::mat& matrix, int most) {
  constexpr double kRounding = 1e-9;  // 0.1 + 0.2 is 0.3 here
  for (int decimals = 0; decimals < most; ++decimals) {
    const arma::mat scaled = matrix * std::pow(10.0, decimals);
    const arma::mat off = arma::abs(scaled - arma::round(scaled));
    const arma::mat allowed = arma::clamp(arma::abs(scaled), 1.0, arma::datum::inf) * kRounding;
    if (arma::all(arma::vectorise(off <= allowed))) return decimals;
  }
  return most;
}

}  // namespace attn
