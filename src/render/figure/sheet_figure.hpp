#pragma once

#include "render/figure/finished_figure.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// All heads of a model as small maps: those of the sheet of a trace, which has their weights as
/// stages, "head 4.11".
Figure sheet_figure(const Trace& trace, const Layout& layout, FigureWidth width);

}  // namespace attn
