#pragma once

#include "core/heads.hpp"
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

/// The shapes on the way through multi-head attention, and the parameters of each projection.
///
///     W_Q: d_model · n_heads·d_k (+ n_heads·d_k),  W_K: d_key · n_kv_heads·d_k (+ n_kv_heads·d_k),
///     W_V: d_value · n_kv_heads·d_v (+ n_kv_heads·d_v),  W_O: n_heads·d_v · d_model (+ d_model)
///
/// where the terms in parentheses are biases. Read off the recorded stages, so it counts what was
/// used. The note says what full multi-head attention would have, and which heads share.
///
/// Units:   parameters; shapes are rows × columns
Table parameter_table(const Trace& trace, const HeadCounts& counts);

}  // namespace attn
