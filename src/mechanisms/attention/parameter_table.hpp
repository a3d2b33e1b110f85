#pragma once

#include "core/heads.hpp"
#include "trace/trace.hpp"

namespace attn {

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
