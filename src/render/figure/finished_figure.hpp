#pragma once

#include <string>

#include "render/drawing/drawing.hpp"

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

}  // namespace attn
