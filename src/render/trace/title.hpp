#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The line above everything: command, sentence, sizes, and where the numbers come from.
std::string title_text(const Trace& trace, const Layout& layout);

/// Where the numbers come from, in the user's language: "base 10000, by-hand".
std::string source_text(const std::string& source);

}  // namespace attn
