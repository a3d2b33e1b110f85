#include "base/number.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>

namespace attn {
namespace {

constexpr std::string_view kMinusSign = "\u2212";

std::string with_ascii_minus(std::string_view text) {
  std::string plain;
  for (auto at = text.find(kMinusSign); at != text.npos; at = text.find(kMinusSign)) {
    plain.append(text.substr(0, at)).push_back('-');
    text.remove_prefix(at + kMinusSign.size());
  }
  return plain.append(text);
}

/// The decimal exponent of the first digit that is not 0: 3 for 123, -1 for 0.01.
long long leading_power(std::string_view mantissa) {
  const auto first = mantissa.find_first_of("123456789");
  if (first == mantissa.npos) return 0;
  const auto point = std::min(mantissa.find('.'), mantissa.size());
  const auto distance = static_cast<long long>(point) - static_cast<long long>(first);
  return distance > 0 ? distance : distance + 1;
}

/// std::from_chars says that a number is out of range, but not at which end.
double out_of_range_value(std::string_view text) {
  const double sign = text.front() == '-' ? -1.0 : 1.0;
  const auto e = std::min(text.find_first_of("eE"), text.size());
  std::string_view exponent = text.substr(std::min(e + 1, text.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  int power = 0;
  const auto read = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  if (read.ec == std::errc::result_out_of_range) {
    power =
        exponent.front() == '-' ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
  }
  const bool huge = leading_power(text.substr(0, e)) + power > 0;
  return sign * (huge ? std::numeric_limits<double>::infinity() : 0.0);
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  if (text.find(kMinusSign) != text.npos) return parse_number(with_ascii_minus(text));
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  if (text.empty()) return std::nullopt;

  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return out_of_range_value(text);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

}  // namespace attn
