#pragma once

#include <vector>

#include "render/figure/finished_figure.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Some stages of a trace as a figure of that width.
///
/// As a first look (`layout.is_overview`) heads are small maps side by side, and attention is drawn
/// as equations from Q and K to the output where they have room. How much is said is what
/// `layout.explain` says: 0 nothing, 1 names, formulas and legends, 2 sentences, too.
Figure trace_figure(const Trace& trace, const std::vector<const Stage*>& stages,
                    const Layout& layout, FigureWidth width);

}  // namespace attn
