#pragma once

#include "mechanisms/attention/attention.hpp"

namespace attn {

struct PlainMultiHead {
  std::vector<arma::mat> weights, outputs;  ///< one for each head
  arma::mat projected;                      ///< the heads side by side, times W_O, plus its bias
};

/// Multi-head attention the slow way, for comparison: one loop per head and sum sign, in long
/// double from the embeddings to the result, no BLAS, no shift before exp, and keys left out where
/// the mask says so. Not for rotary positions or a scale other than 1/√d_k.
///
/// Shapes:  as MultiHeadProblem; mask (n_q × n_k)
PlainMultiHead plain_multi_head(const MultiHeadProblem& problem, const Mask& mask);

}  // namespace attn
