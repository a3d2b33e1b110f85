#pragma once

#include <string>

#include "render/curve/plot.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

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

}  // namespace attn
