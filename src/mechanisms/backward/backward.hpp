// From a loss back through the stages of attention: a gradient of each.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// The one number whose slopes are walked back.
struct Loss {
  enum class Kind {
    sum,    ///< all cells of the result, added up
    cell,   ///< one cell of a stage
    target  ///< the mean squared difference of the result from a target
  } kind = Kind::sum;
  std::string of{};  ///< with Kind::cell, the id of its stage: one of stages_of_loss
  arma::uword row = 0, col = 0;
  arma::mat target{};
};

/// The stages that a loss can be a cell of, the result first: output and weights of attention,
/// projected and concat of several heads.
std::vector<std::string> stages_of_loss(const Trace& trace);

/// The stage that a loss is computed from.
const Stage& stage_of_loss(const Trace& trace, const Loss& loss);

/// Records the loss, with its target where it has one, and how fast it changes with each cell of
/// the stage that it is computed from.
///
///     L = Σ Y,  dY = 1       L = Y(i, j),  dY = 1 there, else 0
///     L = Σ (Y − T)² / N,  dY = 2 (Y − T) / N,  N the number of cells
///
/// Stages:  [target] loss, then d_ and the id of that stage
/// Errors:  InputError if the target has another shape, the loss is not finite, or it is the sum of
///          weights, which changes with nothing.
void record_loss(Trace& trace, const Loss& loss);

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
