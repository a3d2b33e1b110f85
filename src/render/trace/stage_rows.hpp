#pragma once

#include <string>
#include <vector>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A stage to be shown, with its matrix or without.
struct StagePanel {
  const Stage* stage = nullptr;
  bool with_matrix = true;
};

/// Stages in their order, one below the other. Where the screen is wide enough, those that belong
/// together stand side by side and are read from left to right: each with all that is said about
/// it, and none with less of its matrix than it would show alone.
std::string stage_rows_text(const Trace& trace, const std::vector<StagePanel>& panels,
                            const Layout& layout);

}  // namespace attn
