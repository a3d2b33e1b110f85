#pragma once

#include <optional>

#include "mechanisms/backward/loss.hpp"
#include "trace/trace.hpp"

namespace attn {

/// One question put to attention that was computed: how would a loss change with all of it?
struct Backward {
  Loss loss{};
  std::optional<arma::uword> jacobian_row{};  ///< show how softmax answers in this row
};

/// Walks from a loss back through every stage of attention, one stage at a time, and records how
/// fast the loss changes with each: d_weights of weights, and so on. dX stands for ∂L/∂X.
///
///     dA = dO Vᵀ,   dV = Aᵀ dO,   d_scaled = A ∘ (dA − rowsum(dA ∘ A)),   dS = d_scaled / √d_k
///     dQ = dS K,   dK = dSᵀ Q,   dW_Q = Xᵀ dQ,   dX = dQ W_Qᵀ + dK W_Kᵀ + dV W_Vᵀ
///
/// The trace is one of scaled_dot_product, of given_attention from scores on, or of multi_head.
/// Slopes of keys and values that several heads share add up, in the order of the heads; rotated
/// queries and keys are turned back. A blocked cell, and a row that may attend to nothing, get
/// exactly 0.
///
/// Stages:  [target] loss d_output d_weights d_value [jacobian] d_scaled d_scores d_query d_key,
///          then d_wq d_wk d_wv d_input [d_memory] where there are projections. Of several heads:
///          [target] loss [d_projected] d_concat [d_wo d_bo], the above in each head, with
///          d_query_rotated d_key_rotated where they were turned, then d_query d_key d_value d_wq
///          d_bq d_wk d_bk d_wv d_bv d_input [d_memory d_value_memory]. Tables: softmax_row and
///          gradients.
/// Errors:  InputError if weights are undefined (NaN), a gradient overflows, or as record_loss.
void record_backward(Trace& trace, const Backward& backward);

}  // namespace attn
