#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/curve/curve.hpp"
#include "render/figure/figure.hpp"
#include "render/layout.hpp"
#include "render/matrix/matrix.hpp"
#include "trace/trace.hpp"

namespace attn {

// How large texts of a figure are, before all of it is made smaller to fit its width.
// Units:  mm of an em; 2.8 mm are 8 points

constexpr double kTitleSize = 2.9;
constexpr double kCaptionSize = 2.8;
constexpr double kLabelSize = 2.5;
constexpr double kNumberSize = 2.5;
constexpr double kNoteSize = 2.3;
constexpr double kLeastTextSize = 1.5;  // smaller cannot be read on paper

/// So much smaller all of a drawing may become.
constexpr double kLeastScale = kLeastTextSize / kNumberSize;

/// About how wide a text becomes. Nobody is asked for a font, so it is a little more than it takes
/// in those that are usual.
/// Units:  mm, and mm of an em
double text_width(const std::string& text, double size, bool is_bold = false);

/// How wide the widest of some texts becomes; 0 of none.
double widest_text(const std::vector<std::string>& texts, double size);

/// How many columns of a terminal take about as much room.
unsigned columns_in(double width, double size);

/// A text that is not wider than it may be.
struct FittedText {
  std::string text;
  double size = 0.0;  ///< mm
};

/// The text smaller where it is too wide, and cut where it would become too small.
FittedText fitted_text(const std::string& text, double width, double size, double least_size,
                       bool is_bold = false);

/// A part of a figure: what stands in it, from its own upper left corner.
/// Units:  mm
struct Drawing {
  double width = 0.0, height = 0.0;
  std::vector<Item> items{};
};

/// Puts a part into a drawing, whose size stays as it is.
void put(Drawing& drawing, Drawing part, Point at);

/// The same drawing in another size.
Drawing scaled(Drawing drawing, double factor);

/// The same drawing, smaller if it is wider than that.
Drawing not_wider(Drawing drawing, double width);

/// Parts side by side, their middles at one height.
Drawing beside(std::vector<Drawing> parts, double gap);

/// The same, their tops at one height.
Drawing beside_at_top(std::vector<Drawing> parts, double gap);

/// Parts one below the other, from the left.
Drawing stacked(std::vector<Drawing> parts, double gap);

/// Parts side by side, and in another row below where no more fit into the width.
Drawing in_rows(std::vector<Drawing> parts, double width, double gap, double row_gap);

/// One line of text, as high as it is with what hangs below it.
Drawing text_line(const std::string& text, double size, Color color = {}, bool is_bold = false);

/// The lines that a text is broken into so that each fits; a word that is wider stays whole.
std::vector<std::string> lines_within(const std::string& text, double size, double width);

/// A text in as many lines as it takes; a word that is wider than that is cut.
Drawing paragraph_drawing(const std::string& text, double size, double width, Color color = {});

/// An outline goes on with a rectangle.
void add_rectangle(std::vector<Step>& path, const Box& box);

/// A straight line.
Shape line_from(Point from, Point to, double stroke_width, Color stroke);

/// Where the base line of a text lies that stands in the middle of a height.
double base_line(double middle, double size);

/// How many columns a screen has whose lines fit into that width; never fewer than any screen has.
unsigned screen_columns(double width, double size);

/// The lines of a screen as one: without indents, with a space between them.
std::string one_line(const std::string& text);

/// The lines of a screen, as they stand above a figure: without indents, and all of one size.
/// Where one is too wide, all that they say goes into as many lines as it takes.
Drawing heading_drawing(const std::string& text, double width);

/// Where the cells of a matrix stand.
struct CellGrid {
  arma::uword n_rows = 0, n_cols = 0;
  Point corner{};                    ///< of the first cell
  double width = 0.0, height = 0.0;  ///< of a cell, mm
  double gap = 0.0;                  ///< what is left free between two cells, mm

  Box cell(arma::uword row, arma::uword col) const;
  /// All cells.
  Box box() const;
};

/// More cells than that on one side are drawn as dots of a picture.
constexpr arma::uword kMostShapes = 64;

/// Colours for the values of a stage, and hatching where a mask blocks. Of a stage that says who
/// may attend, what is open has a colour. Of weights the darkest colour stands for `darkest_share`.
void put_heat(Drawing& drawing, const CellGrid& grid, const Stage& stage,
              double darkest_share = 1.0);

/// Hatching alone.
void put_hatching(Drawing& drawing, const CellGrid& grid, const Stage& stage);

/// The colour of a cell; none where nothing is to be shown.
std::optional<Color> color_of_cell(const StageHeat& heat, const Stage& stage, arma::uword row,
                                   arma::uword col);

/// How much level labels above columns take.
/// Units:  mm
constexpr double kColumnLabelHeight = 3.9;

/// The labels along one side of a matrix, prepared to be put there.
struct AxisLabels {
  std::vector<std::string> texts{};  ///< one for each place; empty: none
  double size = 0.0;                 ///< mm
  double extent = 0.0;               ///< how far they reach away from the cells, mm
  bool is_upright = false;
  std::size_t stride = 1;  ///< every so many places have one
};

/// The least of 1, 2, 5, 10, 20, … places that take so much room.
std::size_t round_stride(double room, double place);

/// Labels at the left of rows of that height, cut where they are long.
AxisLabels row_labels(const Axis& axis, double row_height);

/// Labels above columns of that width: level where they fit, else upright; those of a scale stay
/// level and become fewer.
AxisLabels column_labels(const Axis& axis, double column_width);

/// Labels above columns, each cut to its column.
AxisLabels level_column_labels(const Axis& axis, double column_width);

void put_row_labels(Drawing& drawing, const CellGrid& grid, const AxisLabels& labels);
void put_column_labels(Drawing& drawing, const CellGrid& grid, const AxisLabels& labels);

/// No more rows or columns are drawn with their numbers.
constexpr arma::uword kMostNumbers = 24;

/// A stage as a matrix with its labels, not wider than `width`: numbers in brackets, or colours
/// with or without numbers, as the view says; where none was asked for, both for weights. What has
/// too many cells for numbers, or no room for them, is drawn in colours alone.
Drawing matrix_drawing(const Stage& stage, const Layout& layout, double width);

/// Whether it is drawn in colours, so that they need a legend.
bool draws_heat(const Stage& stage, const Layout& layout);

/// The same of a drawing of that width, where numbers may have no room.
bool has_colors_within(const Stage& stage, const Layout& layout, double width);

/// Whether it has too many cells for numbers.
bool has_many_cells(const Stage& stage);

/// Colours alone in cells of one size, without labels: one of many.
Drawing small_map_drawing(const Stage& stage, const Layout& layout, double width);

/// What the colours of weights stand for: evenly from 0 to the darkest.
struct ShareScale {
  double darkest = 1.0;
  bool is_exceeded = false;  ///< some weights are greater, and have the darkest colour, too
};

/// One scale for all weights of a figure. Those of a long text are small, and from 0 to 1 all would
/// have the lightest colour: there the darkest is what the strongest key of a query has on average,
/// rounded up to two digits. Where one of them has room for its numbers, it is 1.
ShareScale share_scale_of(const std::vector<const Stage*>& stages);

/// The colours of a stage from their least value to their greatest, with numbers.
Drawing color_legend(const Stage& stage, double width, ShareScale scale = {});

/// What hatching and letters mean in some stages, each once: nothing where nothing is blocked.
std::vector<Drawing> blocked_legends(const std::vector<const Stage*>& stages, double width);

/// Curves over the same places, each in a band of its own, and the places below. A value that is
/// not finite leaves a gap. Below them stand, where it is given, all columns of a stage over the
/// same places, as colours: each column of the stage is a row there.
Drawing waves_drawing(const Curves& curves, double width, const Stage* carpet = nullptr);

/// Curves over an axis, with everything already in its place: a place is a share of the width or
/// the height, 0 at the left and at the bottom.
struct Chart {
  struct Tick {
    double share = 0.0;
    std::string label{};
  };
  struct Curve {
    std::string name{};                         ///< stands at its end
    std::vector<std::vector<Point>> strokes{};  ///< lines, with gaps between them
  };
  std::string x_name{}, y_name{};
  std::vector<Tick> x_ticks{}, y_ticks{};
  std::vector<Curve> curves{};  ///< a line, dashes, dots: told apart without colours, too
  std::vector<Tick> marks{};    ///< upright dotted lines with what they mean
  std::vector<Tick> levels{};   ///< level dashed lines with what they mean
};

/// A chart that is as wide as it may be. Names that would meet move apart; labels that would are
/// left out.
Drawing chart_drawing(const Chart& chart, double width);

/// A plot with its curves, ticks and marks in their places.
Chart chart_of(const Plot& plot);

/// No more words are linked by arcs.
constexpr arma::uword kMostArcWords = 100;

/// The words of a stage and arcs from queries to the keys that stand out for them, the thicker the
/// larger. On one line, to earlier words above and to later ones below, or in a column where they
/// are too many, and without their values where these would take too much room; of two sentences
/// queries stand at the left and keys at the right.
Drawing arcs_drawing(const Stage& stage, const Layout& layout, double width,
                     std::optional<arma::uword> row = {});

/// The weights of several heads as small maps side by side, each under its name and above means of
/// its rows. At least one stage.
Drawing heads_drawing(const std::vector<const Stage*>& heads, const Layout& layout, double width);

/// Whether a stage is a product of what was computed, and not of parameters.
bool is_product_of_computed(const Trace& trace, const Stage& stage);

/// How a result comes about, as equations below one another: Q · Kᵀ = S, what makes weights of it,
/// and A · V = O. Nothing where there is no such way, or no room for one of the equations.
struct Equations {
  std::vector<Drawing> rows{};
  std::vector<const Stage*> stages{};  ///< those that are drawn, for their legends
};
Equations equations_of(const Trace& trace, const Layout& layout, double width);

/// A head of a sheet, and its weights: null where the trace has none of them.
struct SheetHead {
  const Sketch* sketch = nullptr;
  const Stage* weights = nullptr;
};

/// The heads of the sheet of a trace, row by row.
std::vector<std::vector<SheetHead>> heads_of_sheet(const Trace& trace);

/// The heads of a model as the sheet of the trace has them, a row for each layer; but in the place
/// of a few dots each is a small map in colours. Where the heads of a row are too many for the
/// width they go on below.
Drawing sheet_drawing(const Trace& trace, const Layout& layout, double width);

/// Whether a view can be put into a figure, as all can that are not made of characters.
bool is_drawn_in_figures(View view);

/// A stage under its name and formula, as the view says: a matrix, curves, or arcs of its words.
/// Where no view is asked for, what runs over a scale is drawn as curves above its colours. Name
/// and formula take `least_caption`, or more where the matrix does. Units:  mm
Drawing stage_panel(const Stage& stage, const Layout& layout, double width, double least_caption);

/// The name and the formula of a stage, and its shape; with more words what it is for.
Drawing stage_caption(const Stage& stage, const Layout& layout, double width,
                      const std::string& shape);

/// Whether colours stand for its values in a panel of that width.
bool panel_has_colors(const Stage& stage, const Layout& layout, double width);

}  // namespace attn
