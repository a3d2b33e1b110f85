#pragma once

#include "learning/report/report.hpp"
#include "render/figure/finished_figure.hpp"
#include "render/layout.hpp"

namespace attn {

/// The losses of a run over its steps, in training and held out, and what they are held against as
/// dashed lines. A loss that is no number leaves a gap.
Figure learning_figure(const LearningReport& report, const Layout& layout, FigureWidth width);

}  // namespace attn
