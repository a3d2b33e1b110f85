#pragma once

#include <armadillo>

namespace attn {

/// How strongly each row of weights still answers to its scores: the Frobenius norm of the Jacobian
/// of softmax. Where one weight is near 1 it is near 0, and hardly any gradient comes through.
///
///     J = diag(a) − a aᵀ,   ‖J‖² = Σ aⱼ² − 2 Σ aⱼ³ + (Σ aⱼ²)²
///
/// Shapes:  A (n_q × n_k), result n_q
/// Units:   0 where a weight is 1; √(n_k − 1) / n_k where all are alike
arma::vec softmax_jacobian_norms(const arma::mat& A);

}  // namespace attn
