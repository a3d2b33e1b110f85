// One stage as a matrix on a screen: numbers, heat, boxes, permission.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/text/grid.hpp"
#include "render/text/number.hpp"
#include "trace/trace.hpp"

namespace attn {

/// How wide the cells of a heat map are.
enum class HeatCell { two_columns, one_column };

/// Whether a stage has negative values, which its shades have to tell.
bool has_signs(const Stage& stage);

/// The shape and the labels of a stage as a grid whose cells are still to be written.
Grid frame_of(const Stage& stage, const Layout& layout);

/// The format of a stage's numbers: weights are shares, everything else plain.
NumberFormat format_of(const Stage& stage, const Layout& layout);

/// The numbers of a stage, in brackets unless they are weights. The stage must outlive the grid.
Grid numbers_grid(const Stage& stage, const Layout& layout);

/// Colour behind the numbers, or a swatch beside each where there is no colour.
Grid numbers_and_heat_grid(const Stage& stage, const Layout& layout);

/// Colours or shades alone. A shade of one column has no room for a sign: where there are negative
/// values, it stands for a place between the largest size with a minus sign (blank) and without.
Grid heat_grid(const Stage& stage, const Layout& layout, HeatCell cell);

/// A heat map with one column a cell where only that makes all of them fit, else with two.
Grid heat_grid_for(const Stage& stage, const Layout& layout, unsigned width);

/// What the colour of a cell says.
struct Heat {
  enum class Kind {
    none,         ///< nothing: a mask blocks the cell, or it is no finite number
    share,        ///< its share of the row, against the largest
    signed_value  ///< its size against the largest cell, and its sign
  } kind{};
  double value = 0.0;  ///< share: 0…1; signed_value: −1…1

  /// Which of the kShareLevels or kSignedLevels steps it has. Not for `none`.
  int level() const;
};

/// The heat of the cells of one stage, whoever draws it. The stage must outlive it.
class StageHeat {
 public:
  /// Shares are seen against the largest that has a colour of its own.
  explicit StageHeat(const Stage& stage, double largest_share = 1.0);

  Heat operator()(arma::uword row, arma::uword col) const;

  /// What the two ends of the colours stand for: the largest size, or share.
  double largest() const { return largest_; }

 private:
  const Stage& stage_;
  bool has_shares_;
  double largest_;
};

/// One cell of a stage.
struct Cell {
  arma::uword row = 0, col = 0;
};

/// The stage with rows and columns exchanged, and a ᵀ behind its symbol.
Stage transposed(const Stage& stage);

/// What would show all of the columns of a stage, where a view of it leaves some out, or all of its
/// numbers.
struct Remedy {
  enum class Kind { none, heat, width, json } kind{};
  unsigned width = 0;  ///< of the screen that it takes
};

/// How a stage is drawn: its matrix alone, or the two it was multiplied from beside it.
struct MatrixView {
  Block block;
  Block side_block{};  ///< facts of the rows that found no place beside the matrix
  bool shows_operands = false;
  bool shows_swatches = false;  ///< a legend is needed
  bool shows_tones = false;     ///< the shades are of one column each
  arma::uword n_rows_left_out = 0, n_cols_left_out = 0;
  bool shows_colors = false;  ///< a legend of them is needed
  Remedy remedy{};
  Remedy numbers{};  ///< what would show all of the numbers that shades stand in for
};

/// Whether matrix_view draws a product beside the two matrices that it was multiplied from.
bool stands_as_equation(const Trace& trace, const Stage& stage, const Layout& layout,
                        unsigned indent);

/// The stage's matrix in the space the layout gives, `indent` columns less.
/// A product is drawn as `left right result` where that fits. Where numbers would leave out more
/// than a third of the columns of weights, shades are drawn instead, if all of them fit and no view
/// was asked for. `selected` marks a cell, and in the operands the row and the column it was
/// computed from.
MatrixView matrix_view(const Trace& trace, const Stage& stage, const Layout& layout,
                       unsigned indent, std::optional<Cell> selected = {});

/// The stage as a heat map of two-column shades and nothing else, in `width` columns.
MatrixView small_heat_map(const Stage& stage, const Layout& layout, unsigned width);

/// The columns in which a row is largest: one, or several that are equal but for rounding. None in
/// a row without a finite cell that is open.
std::vector<arma::uword> largest_of_row(const Stage& stage, arma::uword row);

/// Puts the largest cells of each row into a box `[ ]`. All cells keep room for one, so that their
/// digits stay aligned.
void box_maxima(Grid& grid, const Stage& stage);

/// What a box means, and which rows have several.
std::string boxes_legend(const Stage& stage, const Layout& layout);

// How a stage of permissions, 1 where a query may attend to a key, is drawn and read.

/// The stage as a grid: # where a query may attend, the letter of the reason where it may not, and
/// beside each row how many keys are allowed. Where its columns do not all fit into `width`, the
/// cells touch.
Grid permission_grid(const Stage& stage, const Layout& layout, unsigned width);

/// A mark in such a grid, "#" or a letter, and what it means: "the future: 6", with how many cells
/// have it.
struct PermissionMark {
  std::string mark;
  bool is_open = false;
  std::string meaning;
};

/// Those that the stage has, the open one first.
std::vector<PermissionMark> permission_marks(const Stage& stage);

/// What # and each letter mean, and how many cells have it.
std::string permission_legend(const Stage& stage, const Layout& layout);

/// Why one cell is open or blocked: `"sat" may not attend to "<s>": outside the window of 3.`
std::string permission_sentence(const Stage& stage, Cell cell);

}  // namespace attn
