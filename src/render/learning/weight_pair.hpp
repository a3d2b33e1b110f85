#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The weights of one head before and after learning, side by side where both fit whole, else one
/// below the other: as numbers where there is room for them, else as shades.
std::string weight_pair_text(const Stage& before, const Stage& after, const Layout& layout);

}  // namespace attn
