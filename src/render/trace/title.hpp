#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The line above everything: command, sentence, sizes, and where the numbers come from.
std::string title_text(const Trace& trace, const Layout& layout);

}  // namespace attn
