#pragma once

#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// The shapes of stages with a batch in front, how many numbers that makes, and the memory they
/// take in fp32. A stage that every head has is one row, with the heads as an axis, as one tensor
/// holds them: (batch, head, query, key).
Table batch_shape_table(const Trace& trace, const std::vector<const Stage*>& stages);

/// The sentence that the shapes are those of a batch, and the numbers those of one of its
/// sequences; "" where no stage has a batch.
std::string batch_note(const Trace& trace);

}  // namespace attn
