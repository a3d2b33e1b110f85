#pragma once

#include "trace/trace.hpp"

namespace attn {

/// What the heads of self-attention look at, one a row, and in the last row what they would if
/// every query spread its attention evenly over the keys that it may attend to. All are means over
/// the queries.
///
///     neighbours  W(i, i − 1) + W(i, i + 1)      distance  Σ over j of W(i, j) |i − j|
///
/// Read off the recorded stages "weights" of every head; without rows where the keys are other
/// tokens than the queries, which have no places in common.
///
/// Units:   entropy in nats, distance in places
Table head_table(const Trace& trace);

}  // namespace attn
