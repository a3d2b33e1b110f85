#pragma once

#include "render/curve/plot.hpp"
#include "render/drawing/chart_drawing.hpp"

namespace attn {

/// A plot with its curves, ticks and marks in their places.
Chart chart_of(const Plot& plot);

}  // namespace attn
