#pragma once

#include "render/curve/waves.hpp"
#include "render/drawing/drawing.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Curves over the same places, each in a band of its own, and the places below. A value that is
/// not finite leaves a gap. Below them stand, where it is given, all columns of a stage over the
/// same places, as colours: each column of the stage is a row there.
Drawing waves_drawing(const Curves& curves, double width, const Stage* carpet = nullptr);

}  // namespace attn
