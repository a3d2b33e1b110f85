#include "render/number/hand_number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/number.hpp"
#include "render/number/number_format.hpp"
#include "render/text/display_width.hpp"
#include "render/text/wrap.hpp"

namespace attn {

namespace {

// Whether a text shows another number than `value`, noise of floating point aside.
bool is_rounded(const std::string& text, double value) {
  constexpr double kNoise = 1e-12;
  const std::optional<double> shown = parse_number(in_ascii(text));
  return !shown || std::abs(*shown - value) > kNoise * std::abs(value);
}

}  // namespace

std::string HandNumber::operator()(double value) {
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  const NumberFormat write({value, 0.5}, layout_);  // 0.5: decimals even for a whole number
  std::string rounded = write(value);
  const std::string short_form = value == 0.0 ? "0" : fmt::format("{}", value);
  const bool is_short = std::isfinite(value) && short_form.size() <= display_width(rounded) &&
                        short_form.find('e') == std::string::npos;
  if (!is_short) {
    has_rounded_ = has_rounded_ || (std::isfinite(value) && is_rounded(rounded, value));
    return rounded;
  }
  return layout_.glyphs == Glyphs::unicode ? with_minus_sign(short_form) : short_form;
}

std::string HandNumber::significant(double value) {
  std::string text = significant_text(value, 4);
  has_rounded_ = has_rounded_ || (std::isfinite(value) && is_rounded(text, value));
  return text;
}

std::string in_parentheses(const std::string& number) {
  const bool stands_alone = !number.starts_with("−") && number.find_first_of("-<>") != 0;
  return stands_alone ? number : "(" + number + ")";
}

}  // namespace attn
