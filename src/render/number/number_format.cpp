#include "render/number/number_format.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

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
  const std::string bound =
      precision_ == 0 ? "1"
                      : "." + std::string(static_cast<std::size_t>(precision_) - 1, '0') + "1";
  if (!negative) return "<" + bound;
  return (ascii_ ? ">-" : ">−") + bound;
}

std::string NumberFormat::operator()(double value) const {
  if (std::isnan(value)) return "nan";

  std::string text;
  if (std::isinf(value)) {
    text = value > 0 ? "inf" : "-inf";
  } else if (value == 0.0) {
    text = whole_ || shares_ ? "0" : fmt::format("{:.{}f}", 0.0, precision_);
  } else if (std::abs(value) >= kTooLong) {
    text = fmt::format("{:.{}e}", value, precision_ > 1 ? precision_ - 1 : 1);
  } else if (whole_) {
    text = fmt::format("{:.0f}", value);
  } else {
    text = fmt::format("{:.{}f}", value, precision_);
    // Asked of the text: whether half a unit rounds up differs from one double to the next.
    if (text.find_first_of("123456789") == std::string::npos) return tiny(value < 0);
    if (shares_ && text.starts_with("0.")) text.erase(0, 1);
  }
  if (!ascii_ && text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

std::string exact(double value) {
  if (value == 0.0) return "0";
  if (std::isnan(value)) return "nan";  // the sign of a NaN depends on the processor
  char buffer[32];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, written.ptr};
}

}  // namespace attn
