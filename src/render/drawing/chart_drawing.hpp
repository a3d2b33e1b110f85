#pragma once

#include <string>
#include <vector>

#include "render/drawing/drawing.hpp"

namespace attn {

/// Curves over an axis, with everything already in its place: a place is a share of the width or
/// the height, 0 at the left and at the bottom.
struct Chart {
  struct Tick {
    double share = 0.0;
    std::string label{};
  };
  struct Curve {
    std::string name{};                         ///< stands at its end
    std::vector<std::vector<Point>> strokes{};  ///< lines, with gaps between them
  };
  std::string x_name{}, y_name{};
  std::vector<Tick> x_ticks{}, y_ticks{};
  std::vector<Curve> curves{};  ///< a line, dashes, dots: told apart without colours, too
  std::vector<Tick> marks{};    ///< upright dotted lines with what they mean
  std::vector<Tick> levels{};   ///< level dashed lines with what they mean
};

/// A chart that is as wide as it may be. Names that would meet move apart; labels that would are
/// left out.
Drawing chart_drawing(const Chart& chart, double width);

}  // namespace attn
