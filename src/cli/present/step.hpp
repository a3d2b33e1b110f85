#pragma once

#include <vector>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Walks through the stages with the keyboard, one screen each, redrawn in place. The last screen
/// stays behind. The terminal is put back as it was however the walk ends.
/// Returns the exit code: kDone, or kInterrupted after Ctrl-C.
int step_through(const Trace& trace, const std::vector<const Stage*>& stages, Layout layout);

}  // namespace attn
