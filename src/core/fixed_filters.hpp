#pragma once

#include <armadillo>

namespace attn {

/// The mean of the last n_taps tokens as a matrix of attention. At the start there are fewer, and
/// the mean is of those.
///
///     A(t, s) = 1 / min(n_taps, t + 1)  when  t − n_taps < s ≤ t
///
/// Shapes:  (n × n); each row sums to 1
/// Errors:  InputError if n_taps is 0.
arma::mat moving_average_matrix(arma::uword n, arma::uword n_taps);

/// The exponential average y₀ = x₀, yₜ = α xₜ + (1 − α) yₜ₋₁ as a matrix of attention. Every
/// earlier token keeps a share of it.
///
///     A(t, s) = α (1 − α)^(t − s)  for 0 < s ≤ t,   A(t, 0) = (1 − α)^t
///
/// Shapes:  (n × n); each row sums to 1
/// Errors:  InputError if α is not between 0 and 1; 1 itself may be.
arma::mat exponential_average_matrix(arma::uword n, double alpha);

}  // namespace attn
