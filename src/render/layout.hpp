// How a screen is laid out: how wide, how precise, which glyphs, which colours.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "base/named.hpp"

namespace attn {

enum class Glyphs { unicode, ascii };
inline constexpr Named<Glyphs> kGlyphs[] = {{Glyphs::unicode, "unicode"}, {Glyphs::ascii, "ascii"}};
/// What stands where a label was cut: one column wide.
constexpr const char* cut_mark(Glyphs glyphs) { return glyphs == Glyphs::ascii ? "." : "…"; }

/// How a stage is drawn. `panels` and `flow` are pictures of several stages at once.
enum class View { numbers, heat, both, waves, rows, boxes, bars, arcs, chain, panels, flow };
inline constexpr Named<View> kViews[] = {
    {View::numbers, "numbers"}, {View::heat, "heat"}, {View::both, "both"},
    {View::waves, "waves"},     {View::rows, "rows"}, {View::boxes, "boxes"},
    {View::bars, "bars"},       {View::arcs, "arcs"}, {View::chain, "chain"},
    {View::panels, "panels"},   {View::flow, "flow"}};

/// No sentence is wider.
constexpr unsigned kWidestProse = 100;

/// Everything a renderer may know about where its text goes. It is decided once, by the command
/// line; a renderer never asks the terminal or the environment.
struct Layout {
  unsigned width = 80;
  bool color = false;
  bool heat_colors = true;  ///< with colour: enough of them for heat; else shades stand for values
  bool true_color = false;  ///< the terminal shows any colour, not 256 of them
  bool light_ground = false;  ///< behind the text it is light
  Glyphs glyphs = Glyphs::unicode;
  int precision = 3;
  bool precision_is_given = false;  ///< by the user: then real numbers in tables follow it, too
  std::optional<View> view;    ///< absent: numbers; weights both where they fit, scales waves too
  std::string row{};           ///< of bars, curves, arcs and a chain: this query's alone, by its
                               ///< word or number; "": all, or the one that a picture chooses
  int explain = 1;             ///< 0 numbers only, 1 a sentence a stage, 2 the longer explanation
  bool operands = true;        ///< draw a product as an equation where that fits
  bool arithmetic = false;     ///< spell every shown cell out
  double darkest_share = 1.0;  ///< in figures: the weight that the darkest colour stands for
  bool is_overview = false;    ///< a first look: several heads drawn small, and where the rest is
  std::size_t max_rows = 24;   ///< taller matrices are elided in the middle

  /// Whether colours stand for values.
  bool paints_heat() const { return color && heat_colors; }

  /// The columns that sentences take: matrices may be wider, but longer lines are hard to read.
  unsigned prose_width() const { return std::min(width, kWidestProse); }
};

/// The rows of a heat map: what one looks at as a picture is not worth much without its middle.
constexpr std::size_t kHeatRows = 64;

/// The least width anything is laid out for.
constexpr unsigned kMinWidth = 40;

}  // namespace attn
