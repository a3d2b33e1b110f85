#include "render/drawing/text_width.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "render/layout.hpp"
#include "render/text/cut_label.hpp"
#include "render/text/display_width.hpp"

namespace attn {
namespace {

// How far each character from the space to the tilde reaches in DejaVu Sans, hundredths of an em:
// no usual font is wider.
constexpr std::array<unsigned char, 95> kAdvances{
    32, 41, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 39, 34, 39, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84};
constexpr double kNarrowEms = 0.84;   // any other that takes one column: the minus sign
constexpr double kWideEms = 1.02;     // a character of Japanese, in two columns
constexpr double kBoldFactor = 1.14;  // times as wide
constexpr double kColumnEms = 0.62;   // on average, where a text is broken into lines

double ems_of(std::string_view grapheme) {
  const auto first = static_cast<unsigned char>(grapheme.front());
  if (grapheme.size() == 1 && first >= ' ' && first - ' ' < int{kAdvances.size()})
    return kAdvances[first - std::size_t{' '}] / 100.0;
  const unsigned columns = display_width(grapheme);
  return columns == 2 ? kWideEms : columns * kNarrowEms;
}

}  // namespace

double text_width(const std::string& text, double size, bool is_bold) {
  double ems = 0.0;
  for (const std::string_view grapheme : graphemes_of(text)) ems += ems_of(grapheme);
  return ems * size * (is_bold ? kBoldFactor : 1.0);
}

double widest_text(const std::vector<std::string>& texts, double size) {
  double widest = 0.0;
  for (const std::string& text : texts) widest = std::max(widest, text_width(text, size));
  return widest;
}

unsigned columns_in(double width, double size) {
  return static_cast<unsigned>(std::max(1.0, std::floor(width / (size * kColumnEms))));
}

FittedText fitted_text(const std::string& text, double width, double size, double least_size,
                       bool is_bold) {
  const double whole = text_width(text, size, is_bold);
  if (whole <= width) return {text, size};
  if (const double smaller = size * width / whole; smaller >= least_size) return {text, smaller};
  std::string cut = text;
  for (unsigned columns = display_width(text);
       columns > 1 && text_width(cut, least_size, is_bold) > width; --columns)
    cut = cut_label(text, columns - 1, cut_mark(Glyphs::unicode));
  return {cut, least_size};
}

}  // namespace attn
