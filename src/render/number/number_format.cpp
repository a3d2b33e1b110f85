#include "render/number/number_format.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/number.hpp"

namespace attn {
namespace {

constexpr double kTooLong = 1e7;  // from here on, digits in a row are hard to read

}  // namespace

NumberFormat::NumberFormat(const arma::mat& matrix, const Layout& layout, bool shares)
    : precision_(layout.precision), shares_(shares), ascii_(layout.glyphs == Glyphs::ascii) {
  for (const double cell : matrix)
    if (std::isfinite(cell) && cell != std::floor(cell)) {
      whole_ = false;
      break;
    }
}

NumberFormat NumberFormat::with_precision(int precision) const {
  NumberFormat result = *this;
  result.precision_ = precision;
  return result;
}

std::string NumberFormat::tiny(bool negative) const {
  const std::string bound = least_shown(static_cast<unsigned>(precision_));
  if (!negative) return "<" + bound;
  return (ascii_ ? ">-" : ">−") + bound;
}

std::string NumberFormat::operator()(double value) const {
  if (std::isnan(value)) return not_finite_text(value);

  std::string text;
  if (std::isinf(value)) {
    text = not_finite_text(value);
  } else if (value == 0.0) {
    text = whole_ || shares_ ? "0" : fmt::format("{:.{}f}", 0.0, precision_);
  } else if (std::abs(value) >= kTooLong) {
    text = fmt::format("{:.{}e}", value, precision_ > 1 ? precision_ - 1 : 1);
  } else if (whole_) {
    text = fmt::format("{:.0f}", value);
  } else {
    text = fmt::format("{:.{}f}", value, precision_);
    if (is_written_as_zero(text)) return tiny(value < 0);
    if (shares_ && text.starts_with("0.")) text.erase(0, 1);
  }
  return ascii_ ? text : with_minus_sign(text);
}

}  // namespace attn
