// What a figure is, its colours, its bytes as SVG, and the module that draws PDF and PNG.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "render/text/number.hpp"

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

/// A colour as screens and printers want it: 0xRRGGBB.
using Rgb24 = std::uint32_t;

// Each step of weights is darker than the one before, in grey and to colour-blind eyes, too. Of
// signed values those of one size are alike in grey, since the minus sign tells them apart.
inline constexpr std::array<Rgb24, kShareLevels> kShareColors{
    0xf7fbff, 0xe3eef9, 0xcfe1f2, 0xb0d2e8, 0x89bfdd,
    0x60a6d2, 0x3e8ec4, 0x2171b5, 0x0c549f, 0x08306b};
inline constexpr std::array<Rgb24, kSignedLevels> kSignedColors{
    0x2166ac, 0x92c5de, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xf4a582, 0xb2182b};
// Curves differ in their dashes, too.
inline constexpr std::array<Rgb24, 3> kCurveColors{0x0c549f, 0xb35806, 0x1a1a1a};

/// Which colour that is, on white paper.
inline Rgb24 rgb_of(Color color) {
  const auto level = [&color](const auto& colors) {
    return colors[std::min<std::size_t>(static_cast<std::size_t>(std::max(color.level, 0)),
                                        colors.size() - 1)];
  };
  switch (color.kind) {
    case Color::Kind::ink:
      return 0x1a1a1a;
    case Color::Kind::quiet:
      return 0x595959;
    case Color::Kind::rule:
      return 0xa6a6a6;
    case Color::Kind::paper:
      return 0xffffff;
    case Color::Kind::share:
      return level(kShareColors);
    case Color::Kind::signed_value:
      return level(kSignedColors);
    case Color::Kind::curve:
      return level(kCurveColors);
    case Color::Kind::open:
      return kShareColors[4];
  }
  return 0;
}

/// How bright a colour is: its relative luminance, 0 of black and 1 of white.
/// Source: WCAG 2.2
inline double luminance_of(Rgb24 rgb) {
  const auto linear = [rgb](unsigned shift) {
    const double share = ((rgb >> shift) & 0xffU) / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

/// The colour of text on that one: white where it is easier to read than black.
inline Color text_color_on(Color ground) {
  constexpr double kDark = 0.179;
  return {luminance_of(rgb_of(ground)) < kDark ? Color::Kind::paper : Color::Kind::ink};
}

/// The dots of a picture, row by row: red, green and blue of each.
struct Pixels {
  unsigned width = 0, height = 0;
  std::string rgb{};
  unsigned per_metre = 0;  ///< 0: the file does not say how large it is
};

/// A picture as a PNG file.
std::string png_bytes(const Pixels& pixels);

/// The cells of a raster as a PNG file in which each is one dot, and its colour one of a list.
std::string png_bytes(const Raster& raster);

// What attn and the module that draws figures with Cairo and Pango say to each other. The module is
// built together with attn and loaded when the first such figure is wanted.

/// What a figure is drawn as: the bytes of a PDF file, or the dots of a picture.
enum class DrawnAs { pdf, pixels };

struct DrawnFigure {
  std::string pdf{};
  Pixels pixels{};
  std::string failure{};  ///< what Cairo says; "" where all went well
};

/// Draws a figure, whose texts are UTF-8. `dots_per_mm` is for dots alone.
using DrawFigure = void (*)(const Figure& figure, DrawnAs form, double dots_per_mm,
                            DrawnFigure& drawn);

/// What that function is called in the module, and the text that says which attn it belongs to.
inline constexpr const char* kDrawFigureName = "attn_draw_figure";
inline constexpr const char* kModuleVersionName = "attn_module_version";

/// What a font is looked for by, the first first: one of them has Japanese on every system.
inline constexpr const char* kFigureFonts =
    "'Noto Sans', 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans CJK JP', "
    "'Hiragino Sans', 'Yu Gothic', Meiryo, sans-serif";

/// A figure as an SVG file of its size in millimetres: text stays text, and dots are a picture
/// inside it. The same figure gives the same bytes.
std::string svg_text(const Figure& figure);

/// The text as UTF-8 that any reader takes: what is none becomes U+FFFD, as does what XML cannot
/// hold.
std::string harmless_characters(std::string_view text);

/// A text as it stands in XML, between tags or in quotes. Whatever it says stays text; line ends
/// and tabs are escaped, since a reader would make spaces of them.
std::string xml_text(std::string_view text);

}  // namespace attn
