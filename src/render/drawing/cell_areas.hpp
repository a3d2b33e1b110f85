#pragma once

#include <optional>

#include "render/drawing/drawing.hpp"
#include "render/matrix/stage_heat.hpp"
#include "trace/trace.hpp"

namespace attn {

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

}  // namespace attn
