#include "base/number.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
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

}  // namespace

// std::from_chars would do, but libc++ has it for no double.
std::optional<double> parse_number(std::string_view text) {
  if (text.find(kMinusSign) != text.npos) return parse_number(with_ascii_minus(text));
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  if (text.empty()) return std::nullopt;

  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = fast_float::from_chars(text.data(), end, value);
  // A number out of range is infinite or 0, which later versions of fast_float call an error.
  const bool is_number = error == std::errc{} || error == std::errc::result_out_of_range;
  return is_number && rest == end ? std::optional(value) : std::nullopt;
}

bool is_written_as_zero(const std::string& text) {
  return text.find_first_of("123456789") == std::string::npos;
}

std::string without_minus_zero(std::string text) {
  if (is_written_as_zero(text) && text.starts_with('-')) text.erase(0, 1);
  return text;
}

std::string with_minus_sign(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

std::string not_finite_text(double value) {
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

std::string decimal_text(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite_text(value);
  return without_minus_zero(fmt::format("{:.{}f}", value, decimals));
}

std::string significant_text(double value, int digits) {
  if (!std::isfinite(value)) return not_finite_text(value);
  return without_minus_zero(fmt::format("{:.{}g}", value, digits));
}

std::string uneven_quotient_text(std::uint64_t dividend, std::uint64_t divisor) {
  const double quotient = static_cast<double>(dividend) / static_cast<double>(divisor);
  const auto looks_whole = [](const std::string& text) {
    const double shown = std::strtod(text.c_str(), nullptr);
    return shown == std::floor(shown);
  };
  int digits = 4;
  std::string text = significant_text(quotient, digits);
  while (digits < 17 && looks_whole(text)) text = significant_text(quotient, ++digits);
  return text;
}

std::string least_shown(unsigned decimals) {
  return decimals == 0 ? "1" : "." + std::string(decimals - 1, '0') + "1";
}

std::string shown_decimals(double value, int decimals) {
  const std::string text = decimal_text(value, decimals);
  if (value == 0.0 || !std::isfinite(value) || !is_written_as_zero(text))
    return with_minus_sign(text);
  const std::string least =
      (decimals > 0 ? "0" : "") + least_shown(static_cast<unsigned>(decimals));
  return value > 0.0 ? "<" + least : ">" + with_minus_sign("-" + least);
}

std::string exact(double value) {
  if (value == 0.0) return "0";
  if (std::isnan(value)) return not_finite_text(value);
  char buffer[32];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, written.ptr};
}

}  // namespace attn
