#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// One sentence that reads a row of attention weights aloud: the query that gives the largest
/// share to another word, and its two strongest keys. Empty for other stages.
std::string reading_of(const Stage& stage, const Layout& layout);

}  // namespace attn
