#pragma once

#include <armadillo>

namespace attn {

/// Who may attend: 1 where query i may attend to key j, 0 where it may not.
/// Shapes: (n_q × n_k)
using Mask = arma::Mat<unsigned char>;

/// Each query sees the keys up to its own place, and no later one.
///
///     mask(i, j) = 1  when  j ≤ i + (n_k − n_q)
///
/// With n_q ≠ n_k the two sequences are aligned at their ends, as in decoding with a cache.
///
/// Shapes:  (n_q × n_k)
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.3.
Mask causal_mask(arma::uword n_q, arma::uword n_k);

/// A mask read from numbers that must all be 0 or 1.
///
/// Shapes:  (n_q × n_k) in and out
/// Errors:  InputError naming the first cell that is neither 0 nor 1.
Mask mask_from_numbers(const arma::mat& numbers);

}  // namespace attn
