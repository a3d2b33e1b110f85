#pragma once

#include "render/layout.hpp"
#include "render/matrix/grid.hpp"
#include "render/number/number_format.hpp"
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

}  // namespace attn
