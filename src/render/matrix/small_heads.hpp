#pragma once

#include <string>
#include <vector>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The weights of several heads as small heat maps side by side, each with its mean entropy and
/// the mean weight on the query's own place and on the first key. At least one stage.
std::string multiples_text(const std::vector<const Stage*>& heads, const Layout& layout);

}  // namespace attn
