#pragma once

#include "render/drawing/drawing.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

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

}  // namespace attn
