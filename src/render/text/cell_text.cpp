#include "render/text/cell_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "render/number/quantity_text.hpp"

namespace attn {
namespace {

using cell::Numbers;
using cell::Real;

// As many as it takes to write a number of ordinary size without a power of ten.
int digits_before_point(double value) {
  const double size = std::abs(value);
  return size >= 1.0 && size < 1e6 ? static_cast<int>(std::log10(size)) + 1 : 1;
}

// How each kind of cell is written for people.
class ForPeople {
 public:
  explicit ForPeople(const Layout& layout) : layout_(layout) {}

  std::string operator()(const cell::Text& text) const { return text.text; }
  std::string operator()(const cell::Missing& missing) const { return missing.text; }
  std::string operator()(const cell::Gap&) const { return ".."; }

  std::string operator()(const cell::Whole& whole) const {
    return with_minus_sign(whole.grouped ? count_text(whole.number) : whole.number.get_str());
  }

  std::string operator()(const Real& real) const {
    if (real.below > 0.0) return "< " + significant_text(real.below, 1);
    const int places = layout_.precision_is_given ? layout_.precision : real.places;
    if (real.form == Real::Form::decimals) return shown_decimals(real.value, places);
    const std::string text =
        significant_text(real.value, std::max(places, digits_before_point(real.value)));
    return real.form == Real::Form::to_copy ? text : with_minus_sign(text);
  }

  std::string operator()(const Numbers& numbers) const {
    if (numbers.between == Numbers::Between::range) return range_text(numbers);
    std::string text;
    for (const auto& number : numbers.numbers)
      text += (text.empty()                                 ? ""
               : numbers.between == Numbers::Between::comma ? ", "
                                                            : " ") +
              std::visit(*this, number);
    return text;
  }

  std::string operator()(const cell::Quantity& quantity) const {
    const std::string number = in_unit(quantity.number, quantity.unit, quantity.decimals);
    return quantity.names_unit && !quantity.unit.name.empty() ? number + " " + quantity.unit.name
                                                              : number;
  }

  std::string operator()(const cell::Share& share) const {
    std::string text = with_minus_sign(fmt::format("{:.{}f}", 100.0 * share.part, share.decimals));
    if (is_written_as_zero(text) && share.part > 0.0)
      text = "<" + std::string(share.names_unit ? "0" : "") + least_shown(share.decimals);
    return share.names_unit ? text + " %" : text;
  }

  // As wide as all others, so that they begin below each other.
  std::string operator()(const cell::Bar& bar) const {
    const bool is_ascii = layout_.glyphs == Glyphs::ascii;
    const double columns = std::clamp(bar.part, 0.0, 1.0) * kBarWidth;
    const auto n_halves = static_cast<unsigned>(std::lround(2 * columns));
    const unsigned n_whole = is_ascii ? (n_halves + 1) / 2 : n_halves / 2;
    std::string text;
    for (unsigned i = 0; i < n_whole; ++i) text += is_ascii ? "#" : "⣿";
    const bool has_half = !is_ascii && n_halves % 2 == 1;
    if (has_half) text += "⡇";
    return text + std::string(kBarWidth - n_whole - (has_half ? 1 : 0), ' ');
  }

 private:
  static constexpr unsigned kBarWidth = 20;

  std::string range_text(const Numbers& numbers) const {
    const std::string least = std::visit(*this, numbers.numbers.front()),
                      greatest = std::visit(*this, numbers.numbers.back());
    return least == greatest ? least : message("{} to {}", least, greatest);
  }

  const Layout& layout_;
};

}  // namespace

std::string cell_text(const TableCell& cell, const Layout& layout) {
  return std::visit(ForPeople(layout), cell);
}

}  // namespace attn
