// Figures of traces, reports and learning.
#pragma once

#include <string>
#include <vector>

#include "learning/report/report.hpp"
#include "render/drawing/drawing.hpp"
#include "render/layout.hpp"
#include "render/report/report.hpp"
#include "trace/trace.hpp"

namespace attn {

/// How wide figures are at most unless somebody says so, and what may be said.
/// Units:  mm
constexpr double kFigureWidth = 160.0, kLeastFigureWidth = 40.0, kMostFigureWidth = 1000.0;

/// What a figure of that width has for its drawing, between its margins.
double width_inside(double figure_width);

/// How wide a figure is to be: exactly so wide, or only as wide as what stands in it.
struct FigureWidth {
  double mm = kFigureWidth;
  bool is_exact = false;
};

/// A drawing with margins around it, in the middle of a figure of that width. Its texts are in the
/// user's language.
Figure finished_figure(Drawing drawing, FigureWidth width, std::string title,
                       std::string description);

/// Some stages of a trace as a figure of that width.
///
/// As a first look (`layout.is_overview`) heads are small maps side by side, and attention is drawn
/// as equations from Q and K to the output where they have room. How much is said is what
/// `layout.explain` says: 0 nothing, 1 names, formulas and legends, 2 sentences, too.
Figure trace_figure(const Trace& trace, const std::vector<const Stage*>& stages,
                    const Layout& layout, FigureWidth width);

/// All heads of a model as small maps: those of the sheet of a trace, which has their weights as
/// stages, "head 4.11".
Figure sheet_figure(const Trace& trace, const Layout& layout, FigureWidth width);

/// The curves of a report, one below the other, and what they show in sentences.
Figure report_figure(const Report& report, const Layout& layout, FigureWidth width);

/// The losses of a run over its steps, in training and held out, and what they are held against as
/// dashed lines. A loss that is no number leaves a gap.
Figure learning_figure(const LearningReport& report, const Layout& layout, FigureWidth width);

}  // namespace attn
