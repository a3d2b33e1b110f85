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

/// The shapes of stages with a batch in front, how many numbers that makes, and the memory they
/// take in fp32. A stage that every head has is one row, with the heads as an axis, as one tensor
/// holds them: (batch, head, query, key).
Table batch_shape_table(const Trace& trace, const std::vector<const Stage*>& stages);

/// The sentence that the shapes are those of a batch, and the numbers those of one of its
/// sequences; "" where no stage has a batch.
std::string batch_note(const Trace& trace);

}  // namespace attn
