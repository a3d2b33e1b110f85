#include "render/curve/canvas.hpp"

#include <array>
#include <cmath>

namespace attn {
namespace {

constexpr unsigned kBrailleLines = 4, kAsciiLines = 3;

// The bit of each Braille dot, [from above][from the left].
// Source: Unicode, block Braille Patterns, U+2800 plus the bits.
constexpr std::array<std::array<unsigned, 2>, kBrailleLines> kBit{
    {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

std::string braille(unsigned bits) {
  const unsigned code = 0x2800 + bits;  // three bytes of UTF-8
  return {static_cast<char>(0xE0 | (code >> 12)), static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
          static_cast<char>(0x80 | (code & 0x3F))};
}

}  // namespace

Canvas::Canvas(unsigned n_columns, unsigned n_lines, Glyphs glyphs)
    : n_columns_(n_columns),
      n_lines_(n_lines),
      ascii_(glyphs == Glyphs::ascii),
      per_column_(dots_per_column(glyphs)),
      per_line_(ascii_ ? kAsciiLines : kBrailleLines),
      dots_(std::size_t{n_across()} * n_up(), false),
      rules_(n_across(), false) {}

unsigned Canvas::nearest(double share, unsigned n_dots) {
  constexpr double kAboveHalf = 0.5 + 1e-9;
  return static_cast<unsigned>(std::floor(share * (n_dots - 1) + kAboveHalf));
}

void Canvas::set(unsigned x, unsigned y) { dots_.at(y * n_across() + x) = true; }

void Canvas::rule(unsigned x) { rules_.at(x) = true; }

std::string Canvas::character(unsigned column, unsigned line) const {
  const unsigned bottom = (n_lines_ - 1 - line) * per_line_;
  if (ascii_) {
    const bool low = is_set(column, bottom), middle = is_set(column, bottom + 1),
               high = is_set(column, bottom + 2);
    if (low + middle + high > 1) return "|";
    return low ? "." : middle ? "-" : high ? "'" : rules_[column] ? ":" : " ";
  }
  unsigned bits = 0;
  for (unsigned across = 0; across < per_column_; ++across) {
    const unsigned x = column * per_column_ + across;
    for (unsigned down = 0; down < per_line_; ++down) {
      const bool is_ruled = rules_[x] && down % 2 == 0;
      if (is_ruled || is_set(x, bottom + per_line_ - 1 - down)) bits |= kBit[down][across];
    }
  }
  return bits == 0 ? " " : braille(bits);
}

std::vector<std::string> Canvas::lines() const {
  std::vector<std::string> lines(n_lines_);
  for (unsigned line = 0; line < n_lines_; ++line)
    for (unsigned column = 0; column < n_columns_; ++column) lines[line] += character(column, line);
  return lines;
}

}  // namespace attn
