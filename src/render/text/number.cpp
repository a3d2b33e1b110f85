#include "render/text/number.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

#include "base/number.hpp"
#include "render/text/text.hpp"

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

namespace {

constexpr std::array kDecimalPrefixes{"", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"};
constexpr std::array kBinaryPrefixes{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"};

// A power of ten, where no prefix is left.
Unit power_of_ten(const Count& largest, const std::string& base) {
  const std::size_t exponent = Count(abs(largest)).get_str().size() - 1;
  return {"10^" + std::to_string(exponent) + " " + base, power_of(10, exponent)};
}

// The last prefix whose factor goes into a number; `step` is from each prefix to the next.
template <std::size_t n>
Unit unit_for(const Count& largest, const std::array<const char*, n>& prefixes, unsigned step,
              const std::string& base) {
  const Count size = abs(largest);
  if (size >= power_of(step, n)) return power_of_ten(largest, base);
  std::size_t prefix = 0;
  while (prefix + 1 < n && size >= power_of(step, prefix + 1)) ++prefix;
  return {prefixes[prefix] + base, power_of(step, prefix)};
}

}  // namespace

Unit binary_unit_for(const Count& largest) { return unit_for(largest, kBinaryPrefixes, 1024, "B"); }

Unit decimal_unit_for(const Count& largest, const std::string& base) {
  return unit_for(largest, kDecimalPrefixes, 1000, base);
}

std::string in_unit(const Count& count, const Unit& unit, unsigned decimals) {
  if (unit.size == 1) return count_text(count);
  const Count scale = power_of(10, decimals);
  const Count parts = (2 * abs(count) * scale + unit.size) / (2 * unit.size);
  if (parts == 0 && count != 0) return (count < 0 ? ">-" : "<") + least_shown(decimals);
  std::string text = (count < 0 ? "-" : "") + count_text(parts / scale);
  if (decimals == 0) return text;
  const std::string rest = Count(parts % scale).get_str();
  return text + "." + std::string(decimals - rest.size(), '0') + rest;
}

cell::Quantity quantity_cell(const Count& count, const Unit& unit, unsigned decimals) {
  const bool is_whole = count % unit.size == 0;
  return {.number = count, .unit = unit, .decimals = is_whole ? 0 : decimals};
}

std::string with_unit(const Count& count, const Unit& unit, unsigned decimals) {
  return in_unit(count, unit, quantity_cell(count, unit, decimals).decimals) + " " + unit.name;
}

}  // namespace attn
