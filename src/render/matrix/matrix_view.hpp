#pragma once

#include <optional>

#include "render/layout.hpp"
#include "render/matrix/stage_grid.hpp"
#include "trace/trace.hpp"

namespace attn {

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

}  // namespace attn
