#pragma once

#include <string>
#include <vector>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Stages as small heat maps side by side, as many on a line as fit, each with the numbers that its
/// scale goes from and to, and below them the first rows of the last stage as curves. Every group
/// has a picture of its own.
std::string panels_text(const std::vector<const Stage*>& stages, const Layout& layout,
                        unsigned indent);

}  // namespace attn
