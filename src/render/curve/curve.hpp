// Plots and waves made of dots.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "base/count.hpp"
#include "render/layout.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/grid.hpp"
#include "trace/trace.hpp"

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

/// How counts lie along an axis: by their logarithms, or evenly.
class PlotScale {
 public:
  enum class Kind { linear, logarithmic };

  /// From the least to the greatest count that has a place on it.
  PlotScale(Kind kind, const Count& least, const Count& greatest);

  /// Whether a count has a place: on a logarithmic scale zero has none.
  bool holds(const Count& count) const { return kind_ == Kind::linear || count > 0; }

  /// Where a count lies: 0 at the least, 1 at the greatest. Exact beyond the range of a double.
  double share_of(const Count& count) const;

  /// Round numbers on it, in order, at most `most`: powers of ten, or 1, 2, 5 times them.
  std::vector<Count> ticks(unsigned most) const;

 private:
  std::vector<Count> decades(unsigned most) const;
  std::vector<Count> multiples_of_powers(const std::vector<unsigned>& factors) const;
  std::vector<Count> even_steps(unsigned most) const;

  Kind kind_;
  Count least_, greatest_;
};

/// A round number with the prefix of a decimal unit: "20 T", "500", beyond the last "10^33".
/// With decimals the count is one of thousandths or the like: "0.25" for 250 and 3.
std::string tick_text(const Count& count, unsigned decimals = 0);

/// The labels of places on an axis: "512", "4K", "1M" with K = 1,024 where every number above 1,024
/// is a multiple of it; otherwise all digits, "1,000". Decimals as for ticks.
std::vector<std::string> place_texts(const std::vector<Count>& places, unsigned decimals = 0);

/// A few curves over one axis. Counts are exact; real numbers are counted in a decimal part, as
/// 0.25 is 250 thousandths.
struct Plot {
  struct Curve {
    std::string name;  ///< stands at its end
    std::vector<Count> values;
  };
  std::string x_name, y_name;  ///< "tokens", "FLOP"
  std::vector<Count> places;   ///< rising; each curve has a value at each
  std::vector<Curve> curves;   ///< at most three: a line, one of dashes, one of dots
  std::vector<Count> marks{};  ///< between the first place and the last: a dotted line, and its
                               ///< number under the axis
  unsigned place_decimals = 0, value_decimals = 0;  ///< 3: places or values are thousandths
  std::optional<PlotScale::Kind> y_kind{};          ///< absent: as that of the places
};

/// The axes of a plot, however it is drawn.
PlotScale x_scale_of(const Plot& plot);
PlotScale y_scale_of(const Plot& plot);

/// The curves in one picture with both axes, `indent` spaces in.
///
/// Both axes are logarithmic, so that powers are straight lines; where the places span less than a
/// factor of ten both are linear, and the lowest line is zero. A plot may say otherwise of values.
/// A zero that has no logarithm leaves a gap. A name that meets another moves to the next line.
std::string plot_text(const Plot& plot, const Layout& layout, unsigned indent);

/// What the picture does not say by itself: how each curve is drawn, what the axes are, and what K
/// stands for in a label.
std::string plot_legend(const Plot& plot, const Layout& layout);

/// Curves over the same places, drawn one below the other on one scale.
struct Curves {
  arma::mat values;                    ///< one curve a column, one place a row
  std::vector<std::string> names;      ///< one for each curve: "dim 0"
  std::vector<std::string> remarks{};  ///< under each name, or empty: "every 6.28"
  std::string axis;                    ///< what the places are: "position"
  std::vector<std::string> places;     ///< a label for each place
  double lowest = 0.0, highest = 0.0;  ///< what the bottom and the top of a curve stand for
};

/// The curves as text, two lines each (three in ASCII), and an axis below.
///
/// Where there is room, every place has a dot and the dots between two places join them. Where
/// there are more places than dots, a dot becomes a stroke from the least to the greatest value of
/// the places it stands for. A value that is not finite leaves a gap.
Block draw_waves(const Curves& curves, const Layout& layout, unsigned width);

/// How many places one dot of the picture stands for: 1, or more where there is no room for all.
double places_per_dot(const Curves& curves, const Layout& layout, unsigned width);

/// Whether a stage is drawn as a plot when no view is chosen: its rows are points of a scale, and
/// its few columns are curves over them without negative numbers.
bool draws_plot(const Stage& stage);

/// The columns of such a stage as curves over its points.
///
/// Values are on a logarithmic axis where they grow beyond 1 by a factor of a hundred; the points,
/// as in every plot, where they span a factor of ten.
Plot plot_of_stage(const Stage& stage);

/// The same as text, and a line that says what they show.
std::string stage_plot_text(const Stage& stage, const Layout& layout, unsigned indent);

/// Whether a stage is drawn as curves above its numbers when no view is chosen: it runs over at
/// least 16 places of a scale.
bool draws_waves(const Stage& stage);

/// Some columns of a stage as curves over its rows; of a stage of a few rows over a scale its rows.
/// The column of `selected` is among them.
Curves wave_curves(const Stage& stage, const Layout& layout, std::optional<Cell> selected = {});

/// The same as text, and a line that says what they show and how many of all are drawn.
std::string waves_text(const Stage& stage, const Layout& layout, unsigned indent,
                       std::optional<Cell> selected = {});

/// The first rows of a stage as curves over its columns, or `row` alone where one is given.
Curves row_curves(const Stage& stage, std::optional<arma::uword> row = {});

/// The same as text, and a line that says what they show. A blocked cell leaves a gap.
std::string row_curves_text(const Stage& stage, const Layout& layout, unsigned indent,
                            std::optional<arma::uword> row = {});

/// Of curves of rows or columns, for a figure: where not all are drawn, which are, and of how many;
/// and what the bottom and the top of each are. `has_all_in_colors`: besides, colours show all
/// columns.
std::string curves_sentence(const Stage& stage, const Curves& curves, const Layout& layout,
                            bool has_all_in_colors = false);

}  // namespace attn
