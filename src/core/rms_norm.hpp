#pragma once

#include <armadillo>

namespace attn {

/// Each row divided by the root of its mean square, and each column multiplied by its gain.
///
///     y = g x / √(mean of x² + ε)
///
/// Shapes:  X (n × d), gain d, result (n × d)
/// Errors:  InputError if the gain has another width
/// Source:  Zhang and Sennrich 2019, arXiv:1910.07467.
arma::mat rms_normed(const arma::mat& X, const arma::rowvec& gain, double epsilon);

}  // namespace attn
