#pragma once

#include "costs/compare/compare.hpp"
#include "costs/layers/layers.hpp"
#include "render/costs/cost_text.hpp"
#include "render/figure/finished_figure.hpp"
#include "render/layout.hpp"

namespace attn {

/// The curves of a sweep with a mark where they cross, and what crosses where in sentences.
Figure sweep_figure(const Sweep& sweep, OperationUnit unit, const Layout& layout,
                    FigureWidth width);

/// The same of layers: the steps that wait for one another, and below them the work.
Figure layer_sweep_figure(const LayerSweep& sweep, OperationUnit unit, const Layout& layout,
                          FigureWidth width);

}  // namespace attn
