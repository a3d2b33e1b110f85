#pragma once

#include <vector>

#include "render/drawing/drawing.hpp"
#include "render/drawing/share_scale.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The colours of a stage from their least value to their greatest, with numbers.
Drawing color_legend(const Stage& stage, double width, ShareScale scale = {});

/// What hatching and letters mean in some stages, each once: nothing where nothing is blocked.
std::vector<Drawing> blocked_legends(const std::vector<const Stage*>& stages, double width);

}  // namespace attn
