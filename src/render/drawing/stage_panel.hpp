#pragma once

#include "render/drawing/drawing.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

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
