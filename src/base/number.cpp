#include "base/number.hpp"

#include <fast_float/fast_float.h>

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

}  // namespace attn
