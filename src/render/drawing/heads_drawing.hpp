#pragma once

#include <vector>

#include "render/drawing/drawing.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The weights of several heads as small maps side by side, each under its name and above means of
/// its rows. At least one stage.
Drawing heads_drawing(const std::vector<const Stage*>& heads, const Layout& layout, double width);

}  // namespace attn
