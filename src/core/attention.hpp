// Scaled dot-product attention, a function for each of its steps.
#pragma once

#include <armadillo>

#include "base/named.hpp"
#include "core/mask.hpp"

namespace attn {

/// A linear map of every token: from embeddings to queries, keys or values.
///
///     Q = X W_Q
///
/// A row of X that is not finite gives such a row.
///
/// Shapes:  X (n × d_model), W (d_model × d_k), result (n × d_k)
/// Errors:  InputError if either is empty, the widths do not fit, or a finite row overflows.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.2.
arma::mat project(const arma::mat& X, const arma::mat& W);

/// The same with a bias, one number for each column of the result.
///
///     Q = X W_Q + b_Q
///
/// Shapes:  X (n × d_model), W (d_model × d_k), b (d_k), result (n × d_k)
/// Errors:  InputError as above, and if b has another width than W.
arma::mat project(const arma::mat& X, const arma::mat& W, const arma::rowvec& b);

/// How well each query matches each key.
///
///     S = Q Kᵀ
///
/// Shapes:  Q (n_q × d_k)  one query per row
///          K (n_k × d_k)  one key per row
///          S (n_q × n_k)  S(i, j) is the score of query i against key j
/// Units:   pure numbers; entries of Q and K that are independent with mean 0 and variance 1 give
///          scores of variance d_k.
/// Errors:  InputError if either is empty, if their widths differ, or if a score overflows.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.1.
arma::mat attention_scores(const arma::mat& Q, const arma::mat& K);

/// What is done to the scores before softmax.
struct Scale {
  enum class Kind { sqrt_d_k, off, factor } kind = Kind::sqrt_d_k;
  double factor = 1.0;       ///< with Kind::factor: what every score is multiplied by
  double temperature = 1.0;  ///< what scores are divided by besides: above 1 weights even out

  bool operator==(const Scale&) const = default;
};

/// A number, and whether scores are divided by it or multiplied.
struct ScoreNumber {
  double number = 1.0;
  bool divides = true;
};

/// Divides by τ √d_k, or by τ with the scale off; multiplies by the chosen factor over τ.
///
/// Errors:  InputError if a chosen factor or the temperature τ is not a positive finite number.
ScoreNumber score_number(arma::uword d_k, const Scale& scale);

/// What every score is multiplied by, which is all that kernels know of a scale.
///
/// Errors:  as score_number
double score_factor(arma::uword d_k, const Scale& scale = {});

/// The scores brought to a size that does not depend on how wide the vectors are.
///
///     S / (τ √d_k)     (or S / τ, or S times a chosen factor / τ)
///
/// Shapes:  (n_q × n_k) in and out
/// Errors:  InputError if a chosen factor or the temperature τ is not a positive finite number, or
///          overflows.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.1, footnote 4.
arma::mat scaled_scores(const arma::mat& S, arma::uword d_k, const Scale& scale = {});

/// The scores with −∞ wherever the query may not attend, so that softmax gives exactly 0 there.
///
/// Shapes:  scores and mask (n_q × n_k)
/// Errors:  InputError if the shapes differ.
arma::mat masked_scores(const arma::mat& scores, const Mask& mask);

/// What a query that may attend to nothing gets: all weights 0, undefined (0/0), or all equal.
enum class EmptyRow { zero, nan, uniform };
inline constexpr Named<EmptyRow> kEmptyRows[] = {
    {EmptyRow::zero, "zero"}, {EmptyRow::nan, "nan"}, {EmptyRow::uniform, "uniform"}};

/// Each row turned into shares of one whole.
///
///     W(i, j) = exp(s(i, j) − max s(i, ·)) / Σ over k of exp(s(i, k) − max s(i, ·))
///
/// Shifting a row by its maximum changes nothing in the result and keeps exp in range, so scores
/// of any finite size are fine. A score of −∞ gets weight exactly 0. NaN gives a row of NaN.
///
/// Shapes:  (n_q × n_k) in and out
/// Units:   shares; each row sums to 1, or to 0 where every score is −∞ and `empty` is zero
/// Errors:  InputError if a score is +∞.
arma::mat softmax_rows(const arma::mat& scores, EmptyRow empty = EmptyRow::zero);

/// Each query's values, mixed in the proportions of its weights.
///
///     O = A V
///
/// Shapes:  A (n_q × n_k), V (n_k × d_v), O (n_q × d_v)
/// Errors:  InputError if A has not one column for each row of V.
arma::mat attention_output(const arma::mat& A, const arma::mat& V);

/// Each row divided by the root of its mean square, and each column multiplied by its gain.
///
///     y = g x / √(mean of x² + ε)
///
/// Shapes:  X (n × d), gain d, result (n × d)
/// Errors:  InputError if the gain has another width
/// Source:  Zhang and Sennrich 2019, arXiv:1910.07467.
arma::mat rms_normed(const arma::mat& X, const arma::rowvec& gain, double epsilon);

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
