#include "core/positions.hpp"

#include <bit>
#include <cmath>
#include <numbers>

#include "base/message.hpp"
#include "core/shape.hpp"

namespace attn {
namespace {

constexpr double kLargestBase = 1e100;  // so that 2π · base stays in the range of double

double as_double(arma::uword n) { return static_cast<double>(n); }

void require_base(double base) {
  if (base > 1.0 && base <= kLargestBase) return;
  throw InputError(
      message("the base must be a number above 1 and at most {}, but it is {}. With base 1 every "
              "pair would turn equally fast. The usual base is {}.",
              kLargestBase, base, kPositionBase));
}

void require_width(arma::uword d) {
  if (d > 0) return;
  throw InputError(translated("an encoding needs at least one dimension, but d_model is 0."));
}

void require_pairs(arma::uword d_head) {
  if (d_head > 0 && d_head % 2 == 0) return;
  throw InputError(
      message("RoPE turns dimensions in pairs, so d_head must be even, but it is {}: one dimension "
              "would have no partner. Try {}.",
              d_head, d_head + (d_head == 0 ? 2 : 1)));
}

// 2^(−8/n), and each further slope that much smaller: n must be a power of two.
arma::vec geometric_slopes(arma::uword n) {
  arma::vec slopes(n);
  for (arma::uword h = 0; h < n; ++h) slopes(h) = std::exp2(-8.0 * as_double(h + 1) / as_double(n));
  return slopes;
}

}  // namespace

arma::vec first_positions(arma::uword length) {
  return arma::regspace(0.0, 1.0, as_double(length)).head(length);
}

arma::vec pair_frequencies(arma::uword d, double base) {
  require_width(d);
  require_base(base);
  arma::vec frequencies((d + 1) / 2);
  for (arma::uword i = 0; i < frequencies.n_elem; ++i)
    frequencies(i) = 1.0 / std::pow(base, as_double(2 * i) / as_double(d));
  return frequencies;
}

arma::vec pair_wavelengths(arma::uword d, double base) {
  return 2.0 * std::numbers::pi / pair_frequencies(d, base);
}

arma::mat sinusoidal_encoding(const arma::vec& positions, arma::uword d_model, double base) {
  const arma::vec frequencies = pair_frequencies(d_model, base);
  arma::mat PE(positions.n_elem, d_model);
  for (arma::uword j = 0; j < d_model; ++j)
    for (arma::uword p = 0; p < positions.n_elem; ++p) {
      const double angle = positions(p) * frequencies(j / 2);
      PE(p, j) = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return PE;
}

arma::mat shift_matrix(double k, arma::uword d_model, double base) {
  const arma::vec frequencies = pair_frequencies(d_model, base);
  if (d_model % 2 != 0)
    throw InputError(
        message("a shift turns each sine with its cosine, but with d_model {} the last sine has "
                "none. Try d_model {}.",
                d_model, d_model + 1));
  arma::mat R(d_model, d_model, arma::fill::zeros);
  for (arma::uword i = 0; i < frequencies.n_elem; ++i) {
    const double sine = std::sin(k * frequencies(i)), cosine = std::cos(k * frequencies(i));
    R.submat(2 * i, 2 * i, 2 * i + 1, 2 * i + 1) = arma::mat{{cosine, sine}, {-sine, cosine}};
  }
  return R;
}

PairColumns columns_of_pair(arma::uword pair, arma::uword d_head, Pairing pairing) {
  if (pairing == Pairing::interleaved) return {2 * pair, 2 * pair + 1};
  return {pair, pair + d_head / 2};
}

arma::uvec interleaved_order(arma::uword d_head) {
  require_pairs(d_head);
  arma::uvec order(d_head);
  for (arma::uword i = 0; i < d_head / 2; ++i) {
    const PairColumns from = columns_of_pair(i, d_head, Pairing::half_split);
    order(2 * i) = from.first;
    order(2 * i + 1) = from.second;
  }
  return order;
}

arma::mat rotation_angles(const arma::vec& positions, arma::uword d_head, double base) {
  require_pairs(d_head);
  return positions * pair_frequencies(d_head, base).t();
}

arma::mat rotation_angles(const arma::vec& positions, arma::uword d_head, const Rotary& rotary) {
  if (rotary.frequencies.is_empty()) return rotation_angles(positions, d_head, rotary.base);
  require_pairs(d_head);
  require_shape(translated("the frequencies (one for each pair)"), rotary.frequencies.n_elem, 1,
                d_head / 2, 1);
  return positions * rotary.frequencies.t();
}

arma::mat rotated(const arma::mat& X, const arma::mat& angles, Pairing pairing) {
  require_pairs(X.n_cols);
  require_shape(translated("the angles (one row per position, one column per pair)"), angles.n_rows,
                angles.n_cols, X.n_rows, X.n_cols / 2);
  const arma::mat cosines = arma::cos(angles), sines = arma::sin(angles);
  arma::mat result(arma::size(X));
  for (arma::uword i = 0; i < angles.n_cols; ++i) {
    const auto [a, b] = columns_of_pair(i, X.n_cols, pairing);
    result.col(a) = X.col(a) % cosines.col(i) - X.col(b) % sines.col(i);
    result.col(b) = X.col(b) % cosines.col(i) + X.col(a) % sines.col(i);
  }
  return result;
}

arma::vec alibi_slopes(arma::uword n_heads) {
  if (n_heads == 0) throw InputError(translated("ALiBi needs at least one head, but got 0."));
  const arma::uword n = std::bit_floor(n_heads);
  arma::vec slopes = geometric_slopes(n);
  slopes.resize(n_heads);
  const arma::vec between = geometric_slopes(2 * n);
  for (arma::uword h = n; h < n_heads; ++h) slopes(h) = between(2 * (h - n));
  return slopes;
}

arma::mat alibi_bias(double slope, arma::uword n_q, arma::uword n_k) {
  arma::mat bias(n_q, n_k);
  for (arma::uword j = 0; j < n_k; ++j)
    for (arma::uword i = 0; i < n_q; ++i) {
      const double distance = std::abs(as_double(i + n_k) - as_double(j + n_q));
      bias(i, j) = distance == 0.0 ? 0.0 : -slope * distance;  // never -0
    }
  return bias;
}

}  // namespace attn
