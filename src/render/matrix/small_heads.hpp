#pragma once

#include <string>
#include <utility>
#include <vector>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What stands under the small map of a head: means over its queries, each with its name.
std::vector<std::pair<std::string, std::string>> facts_of_head(const Stage& stage,
                                                               const Layout& layout);

/// A sentence or two about such maps.
std::string what_small_maps_are();

/// The weights of several heads as small heat maps side by side, each with its mean entropy and
/// the mean weight on the query's own place and on the first key. At least one stage.
std::string multiples_text(const std::vector<const Stage*>& heads, const Layout& layout);

}  // namespace attn
