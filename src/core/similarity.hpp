#pragma once

#include <armadillo>

namespace attn {

/// How alike the directions of two sets of rows are, whatever their lengths.
///
///     cos(a, b) = a · b / (|a| |b|),   0 where a or b is all zeros
///
/// Shapes:  A (n × d), B (m × d), result (n × m)
/// Units:   from −1 (opposite) over 0 (at right angles) to 1 (the same direction)
/// Errors:  InputError if the widths differ.
arma::mat cosine_similarities(const arma::mat& A, const arma::mat& B);

}  // namespace attn
