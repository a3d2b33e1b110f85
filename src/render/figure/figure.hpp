#pragma once

#include <string>
#include <variant>
#include <vector>

namespace attn {

// A figure as plain data. One part of attn makes it of a trace, others write it as SVG or draw it
// as PDF and PNG, and neither knows anything of the other.

/// A place on a figure.
/// Units:  mm, from the upper left corner to the right and downwards
struct Point {
  double x = 0.0, y = 0.0;
};

/// Units:  mm
struct Box {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
  Point middle() const { return {x + width / 2, y + height / 2}; }
};

/// A colour by what it means. The palette says which one that is.
struct Color {
  enum class Kind {
    ink,    ///< text and curves
    quiet,  ///< what is read second
    rule,   ///< thin lines that help the eye
    paper,
    share,         ///< level 0…9, of weights
    signed_value,  ///< level 0…6, from negative to positive
    curve,         ///< level 0…2: the first, second or third curve
    open,          ///< a cell that may be attended to
  } kind = Kind::ink;
  int level = 0;

  friend bool operator==(const Color&, const Color&) = default;
};

/// One step of the outline of a shape.
struct Step {
  enum class Kind { move, line, curve, close } kind{};
  Point to{};
  Point first{}, second{};  ///< of a curve, a cubic one: its control points
};

/// Lines and areas.
struct Shape {
  enum class Fill { none, color, hatching } fill = Fill::none;
  std::vector<Step> path{};
  Color color{};              ///< of the area, or of its hatching
  double stroke_width = 0.0;  ///< mm; 0: no line
  Color stroke{};
  std::vector<double> dashes{};  ///< mm of line and gap in turn; empty: one line
};

/// A line of text. What it says is data, whatever characters it has.
struct Text {
  enum class Anchor { start, middle, end };
  Point at{};  ///< of the anchor, on the base line
  std::string text{};
  double size = 0.0;  ///< mm of an em
  Color color{};
  Anchor anchor = Anchor::start;
  bool is_bold = false;
  bool is_upright = false;  ///< turned by 90 degrees: read from below to above
};

/// So many cells that each is a dot.
struct Raster {
  Box box{};
  unsigned n_rows = 0, n_cols = 0;
  std::vector<Color> cells{};  ///< row by row
};

using Item = std::variant<Shape, Text, Raster>;

/// A picture of a fixed size. What comes later covers what came before.
struct Figure {
  double width = 0.0, height = 0.0;  ///< mm
  std::string title{};               ///< what it is called
  std::string description{};         ///< what it shows, for whoever cannot see it
  std::string language = "en";
  std::vector<Item> items{};
};

/// Distance between two lines of a hatching, and how thick they are.
/// Units:  mm
constexpr double kHatchingGap = 1.1, kHatchingWidth = 0.16;

}  // namespace attn
