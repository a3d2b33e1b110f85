#include "render/number/hand_number.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/number_text.hpp"
#include "render/number/number_format.hpp"
#include "render/text/display_width.hpp"

namespace attn {

std::string HandNumber::operator()(double value) const {
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  const NumberFormat write({value, 0.5}, layout_);  // 0.5: decimals even for a whole number
  std::string rounded = write(value);
  const std::string short_form = value == 0.0 ? "0" : fmt::format("{}", value);
  const bool is_short = std::isfinite(value) && short_form.size() <= display_width(rounded) &&
                        short_form.find('e') == std::string::npos;
  if (!is_short) return rounded;
  return layout_.glyphs == Glyphs::unicode ? with_minus_sign(short_form) : short_form;
}

std::string in_parentheses(const std::string& number) {
  const bool stands_alone = !number.starts_with("−") && number.find_first_of("-<>") != 0;
  return stands_alone ? number : "(" + number + ")";
}

}  // namespace attn
