// The way back through the steps of attention.
#pragma once

#include <armadillo>

#include "core/mask.hpp"
#include "core/positions.hpp"

namespace attn {

// The gradient of a loss L walks back through attention: dX stands for ∂L/∂X, how fast L changes
// with each cell of X, and has the shape of X. A positive cell: more of it would raise the loss.

/// Two matrices multiplied, either of them turned over first: what every linear step on the way
/// back is.
///
///     C = A B  has  dA = dC Bᵀ  and  dB = Aᵀ dC
///
/// Shapes:  A (n × m), B (m × k), result (n × k), after turning
/// Errors:  InputError if the shapes do not fit, or a cell overflows.
arma::mat gradient_product(const arma::mat& A, bool turns_A, const arma::mat& B, bool turns_B);

/// How fast the loss changes with the scores that softmax made weights of.
///
///     dZ = A ∘ (dA − rowsum(dA ∘ A)),   each row sums to 0
///
/// A weight of 0 has no slope, so a cell that was masked with −∞ gets exactly 0. A row that may
/// attend to nothing has weights that do not depend on any score: all of it gets 0.
///
/// Shapes:  A, dA (n_q × n_k); blocked the same, or empty where nothing is blocked
/// Errors:  InputError if the shapes differ, or a cell overflows.
arma::mat softmax_gradient(const arma::mat& A, const arma::mat& dA,
                           const BlockedCells& blocked = {});

/// How each weight of one row changes with each of its scores.
///
///     J(j, k) = ∂a_j / ∂z_k = a_j (1 if j = k else 0 − a_k),   J = diag(a) − aᵀ a
///
/// Shapes:  a (1 × n_k), result (n_k × n_k), symmetric; every row and column sums to 0
arma::mat softmax_jacobian(const arma::rowvec& a);

/// How far a result is from a target.
///
///     L = Σ (Y − T)² / N   over all N cells
///
/// Shapes:  Y and T alike
/// Errors:  InputError if the shapes differ, or it overflows.
double mean_squared_error(const arma::mat& Y, const arma::mat& T);

/// How fast that changes with the result.
///
///     dY = 2 (Y − T) / N
///
/// Shapes:  Y, T and dY alike
/// Errors:  as above
arma::mat mean_squared_error_gradient(const arma::mat& Y, const arma::mat& T);

/// How fast the loss changes with rows before RoPE turned them: their slopes, turned back.
///
///     dx_a = dx'_a cos θ + dx'_b sin θ
///     dx_b = dx'_b cos θ − dx'_a sin θ      for the columns a, b of each pair
///
/// Shapes:  as rotated
/// Errors:  as rotated
arma::mat rotated_back(const arma::mat& dX, const arma::mat& angles, Pairing pairing);

/// How strongly each row of weights still answers to its scores: the Frobenius norm of the Jacobian
/// of softmax. Where one weight is near 1 it is near 0, and hardly any gradient comes through.
///
///     J = diag(a) − a aᵀ,   ‖J‖² = Σ aⱼ² − 2 Σ aⱼ³ + (Σ aⱼ²)²
///
/// Shapes:  A (n_q × n_k), result n_q
/// Units:   0 where a weight is 1; √(n_k − 1) / n_k where all are alike
arma::vec softmax_jacobian_norms(const arma::mat& A);

}  // namespace attn
