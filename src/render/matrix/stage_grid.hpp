#pragma once

#include "render/layout.hpp"
#include "render/matrix/grid.hpp"
#include "render/number/number_format.hpp"
#include "trace/trace.hpp"

namespace attn {

/// How wide the cells of a heat map are.
enum class HeatCell { two_columns, one_column };

/// The shape and the labels of a stage as a grid whose cells are still to be written.
Grid frame_of(const Stage& stage, const Layout& layout);

/// The format of a stage's numbers: weights are shares, everything else plain.
NumberFormat format_of(const Stage& stage, const Layout& layout);

/// The numbers of a stage, in brackets unless they are weights. The stage must outlive the grid.
Grid numbers_grid(const Stage& stage, const Layout& layout);

/// Colour behind the numbers, or a swatch beside each where there is no colour.
Grid numbers_and_heat_grid(const Stage& stage, const Layout& layout);

/// Colours or shades alone. In cells of one column without colour, where a sign has no room, a tone
/// stands for a place between the largest size with a minus sign (blank) and without (full).
Grid heat_grid(const Stage& stage, const Layout& layout, HeatCell cell);

/// A heat map whose cells are one column wide where only so all of them fit, else two: what is
/// left out of it is then told from what is blocked.
Grid heat_grid_for(const Stage& stage, const Layout& layout, unsigned width);

}  // namespace attn
