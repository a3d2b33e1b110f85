#pragma once

#include <armadillo>

#include "core/mask.hpp"

namespace attn {

struct PlainAttention {
  arma::mat weights, output;
};

/// Attention the slow way, for comparison: one loop per sum sign, in long double, no BLAS, no shift
/// before exp, and a mask that leaves keys out instead of adding -inf. A query without keys gets 0.
///
/// Shapes:  Q (n_q × d_k), K (n_k × d_k), V (n_k × d_v), mask (n_q × n_k)
PlainAttention plain_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                               const Mask& mask);

}  // namespace attn
