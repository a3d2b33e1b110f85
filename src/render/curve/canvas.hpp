#pragma once

#include <string>
#include <vector>

#include "render/layout.hpp"

namespace attn {

/// A small picture made of dots, written with Braille (2 x 4 dots a character) or, in ASCII, with
/// marks at three heights (1 x 3 dots a character).
class Canvas {
 public:
  /// Units:  columns and lines of text
  Canvas(unsigned n_columns, unsigned n_lines, Glyphs glyphs);

  /// Dots from left to right, and from the lowest to the highest.
  unsigned n_across() const { return n_columns_ * per_column_; }
  unsigned n_up() const { return n_lines_ * per_line_; }

  /// Sets the dot `x` from the left and `y` from below.
  void set(unsigned x, unsigned y);

  /// A dotted line from the bottom to the top, at `x` from the left; dots in its way hide it.
  void rule(unsigned x);

  /// The picture, line by line from the top; each is n_columns wide.
  std::vector<std::string> lines() const;

  /// The dot nearest to a share of the way over n_dots dots, 0 at the first and 1 at the last. A
  /// share on the border between two falls the same way on every processor.
  static unsigned nearest(double share, unsigned n_dots);

  /// How many dots stand side by side in one column.
  static unsigned dots_per_column(Glyphs glyphs) { return glyphs == Glyphs::ascii ? 1 : 2; }

 private:
  bool is_set(unsigned x, unsigned y) const { return dots_[y * n_across() + x]; }
  std::string character(unsigned column, unsigned line) const;

  unsigned n_columns_, n_lines_;
  bool ascii_;
  unsigned per_column_, per_line_;
  std::vector<bool> dots_;   // row by row, from below
  std::vector<bool> rules_;  // for each dot from the left: a dotted line stands there
};

}  // namespace attn
