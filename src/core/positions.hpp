// Positional encodings: sinusoids, rotations, biases by distance.
#pragma once

#include <armadillo>

#include "base/named.hpp"

namespace attn {

/// What the sinusoidal encoding and RoPE divide positions by, unless told otherwise.
constexpr double kPositionBase = 10000.0;

/// The positions 0, 1, ..., length − 1.
arma::vec first_positions(arma::uword length);

/// How fast the angle of each pair of dimensions grows. Dimensions 2i and 2i + 1 are pair i; where
/// d is odd, the last dimension is a pair by itself.
///
///     ω_i = 1 / base^(2i/d),   i = 0 … ⌈d/2⌉ − 1
///
/// Shapes:  result ⌈d/2⌉
/// Units:   radians per position, from 1 down to just above 1/base
/// Errors:  InputError if d is 0, or if base is not a number above 1 and at most 10^100.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.5.
arma::vec pair_frequencies(arma::uword d, double base = kPositionBase);

/// After how many positions each pair returns to where it was: 2π / ω_i = 2π · base^(2i/d).
///
/// Shapes:  result ⌈d/2⌉
/// Units:   positions, from 2π up to just below 2π · base, which no pair reaches
/// Errors:  InputError as for pair_frequencies.
arma::vec pair_wavelengths(arma::uword d, double base = kPositionBase);

/// The sinusoidal encoding of each position, one a row.
///
///     PE(p, 2i) = sin(p · ω_i)     PE(p, 2i + 1) = cos(p · ω_i)
///
/// An odd d_model keeps its own exponent 2i/d_model, and its last column is a sine without a
/// cosine.
///
/// Shapes:  positions n, result (n × d_model)
/// Errors:  InputError as for pair_frequencies.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.5.
arma::mat sinusoidal_encoding(const arma::vec& positions, arma::uword d_model,
                              double base = kPositionBase);

/// The matrix that moves every encoding by k positions, the same for all p.
///
///     R PE(p)ᵀ = PE(p + k)ᵀ,   for each pair the block  [  cos kω  sin kω ]
///                                                       [ −sin kω  cos kω ]
///
/// Shapes:  result (d_model × d_model)
/// Errors:  InputError if d_model is odd: a sine without its cosine cannot be moved. Else as for
///          pair_frequencies.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.5 ("a linear function of PE_pos").
arma::mat shift_matrix(double k, arma::uword d_model, double base = kPositionBase);

/// Which two columns of a head RoPE turns together: neighbours (2i, 2i + 1), or one from each half
/// (i, i + d/2). The two differ by the order of the columns alone, but weights trained with one
/// give wrong scores with the other.
enum class Pairing { interleaved, half_split };
inline constexpr Named<Pairing> kPairings[] = {{Pairing::interleaved, "interleaved"},
                                               {Pairing::half_split, "half"}};

/// Rotary positions: token p stands at position p.
struct Rotary {
  double base = kPositionBase;
  Pairing pairing = Pairing::interleaved;
  arma::vec frequencies{};  ///< how fast each pair turns, where the base alone does not say it
  double length = 1.0;      ///< queries and keys become so many times as long
};

/// The two columns of a pair.
struct PairColumns {
  arma::uword first = 0, second = 0;
};
PairColumns columns_of_pair(arma::uword pair, arma::uword d_head, Pairing pairing);

/// The columns of a half-split head in the order of an interleaved one: 0, d/2, 1, d/2 + 1, ...
///
///     rotated(X, θ, half_split).cols(order) = rotated(X.cols(order), θ, interleaved)
///
/// Shapes:  result d_head
/// Errors:  InputError if d_head is odd or 0.
arma::uvec interleaved_order(arma::uword d_head);

/// By what angle RoPE turns each pair at each position.
///
///     θ(p, i) = p · ω_i = p / base^(2i/d_head)
///
/// Shapes:  positions n, result (n × d_head/2)
/// Units:   radians
/// Errors:  InputError if d_head is odd; else as for pair_frequencies.
/// Source:  Su et al. 2021, arXiv:2104.09864, §3.2.2.
arma::mat rotation_angles(const arma::vec& positions, arma::uword d_head,
                          double base = kPositionBase);

/// The same, with the frequencies that rotary positions have.
///
/// Shapes:  result (n × d_head/2)
/// Errors:  as above; InputError if there are not d_head/2 frequencies.
arma::mat rotation_angles(const arma::vec& positions, arma::uword d_head, const Rotary& rotary);

/// Each row with its pairs of columns turned by the angles of that row. Lengths do not change, and
/// the dot product of two rotated rows depends on their positions only by the distance.
///
///     x'_a = x_a cos θ − x_b sin θ
///     x'_b = x_b cos θ + x_a sin θ      for the columns a, b of each pair
///
/// Shapes:  X (n × d_head), angles (n × d_head/2), result (n × d_head)
/// Errors:  InputError if d_head is odd, or if `angles` has another shape.
/// Source:  Su et al. 2021, arXiv:2104.09864, §3.4.2 (interleaved); half_split as in GPT-NeoX.
arma::mat rotated(const arma::mat& X, const arma::mat& angles, Pairing pairing);

/// How strongly each head of ALiBi prefers near keys. For a power of two:
///
///     m_h = 2^(−8 (h + 1) / n_heads),   h = 0 … n_heads − 1
///
/// Otherwise the slopes of the next smaller power of two n, and then every other one of 2n, from
/// the first.
///
/// Shapes:  result n_heads
/// Units:   score per position of distance
/// Errors:  InputError if n_heads is 0.
/// Source:  Press et al. 2022, arXiv:2108.12409, §3 and the released code.
arma::vec alibi_slopes(arma::uword n_heads);

/// What ALiBi adds to the scores of one head.
///
///     bias(i, j) = −slope · |i + (n_k − n_q) − j|
///
/// With n_q ≠ n_k the two sequences are aligned at their ends, like the causal mask. The paper has
/// only keys that are not in the future; for these the bars change nothing.
///
/// Shapes:  result (n_q × n_k)
/// Source:  Press et al. 2022, arXiv:2108.12409, §3.
arma::mat alibi_bias(double slope, arma::uword n_q, arma::uword n_k);

}  // namespace attn
