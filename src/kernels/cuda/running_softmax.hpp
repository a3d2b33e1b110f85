#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/cuda/tile.hpp"

// What is done to one query, one row of the output at a time. A kernel calls these with the lanes
// of a warp, and a test on the host, compiled from the same lines, with a single lane.

#ifdef __CUDACC__
#define ATTN_DEVICE __device__
#else
#define ATTN_DEVICE
#endif

namespace attn::cuda {

/// The score of a key that may not be attended to, and the largest of no scores at all.
template <class Real>
inline constexpr Real kBlocked = -std::numeric_limits<Real>::infinity();

/// What is known of each query after the keys seen so far.
///
/// Shapes:  each (n_q × n_heads)
template <class Real>
struct RunningRows {
  Real* maximum = nullptr;  ///< the largest scaled score; −∞ before the first; in the end ln Σ exp
  Real* sum = nullptr;      ///< Σ exp(scaled score − maximum)
  Real* factor = nullptr;  ///< what the output so far is to be multiplied by
};

/// In the place of a factor: nothing has been added up yet, so the output is 0 whatever stands
/// there. A product of 0 would leave NaN that came from a key the query may not attend to.
inline constexpr int kNothingYet = -1;

/// The scores of a tile, and all that turns them into weights.
///
/// Shapes:  scores (n_keys × n_queries) for each head of the tile, one after the other: the scores
///          of one query stand together; visible n_q; mask (n_q × n_k) or none
template <class Real>
struct ScoreTile {
  Tile tile{};
  std::int64_t n_q = 0;
  Real* scores = nullptr;
  Real scale = 1;
  const KeySpan* visible = nullptr;
  const unsigned char* mask = nullptr;
  RunningRows<Real> rows{};
};

/// The part of the output that a tile adds to.
///
/// Shapes:  output (n_q × n_heads·d_v)
template <class Real>
struct OutputTile {
  Tile tile{};
  std::int64_t n_q = 0, d_v = 0;
  Real* output = nullptr;
  const Real* factor = nullptr;
};

/// The one lane of a host: it visits every key, and what it finds is what all have found.
struct SingleLane {
  static constexpr std::int64_t first() { return 0; }
  static constexpr std::int64_t step() { return 1; }
  template <class Real>
  static constexpr Real largest(Real mine) {
    return mine;
  }
  template <class Real>
  static constexpr Real sum(Real mine) {
    return mine;
  }
};

/// −∞ where the query may not attend to the key, else the scaled score.
template <class Real>
ATTN_DEVICE Real visible_score(const ScoreTile<Real>& at, KeySpan visible, std::int64_t query,
                               std::int64_t key, Real score) {
  if (key < visible.first || key >= visible.last) return kBlocked<Real>;
  if (at.mask && at.mask[query + key * at.n_q] == 0) return kBlocked<Real>;
  return at.scale * score;
}

/// exp(score − largest), and 0 for −∞ even where nothing is larger.
template <class Real>
ATTN_DEVICE Real weight_of(Real score, Real largest) {
  return score == kBlocked<Real> ? Real(0) : std::exp(score - largest);
}

/// Before the first tile.
template <class Real>
ATTN_DEVICE void begin_row(const RunningRows<Real>& rows, std::int64_t row) {
  rows.maximum[row] = kBlocked<Real>;
  rows.sum[row] = 0;
  rows.factor[row] = kNothingYet;
}

/// Turns the scores of one query of a tile into weights against the largest score so far, and
/// says what the output so far is to be multiplied by.
///
///     m′ = max(m, max_j s_j),   p_j = exp(s_j − m′),   l′ = l · exp(m − m′) + Σ_j p_j
///
/// A score that is NaN is never the largest, and its weight is NaN; so is the sum from then on.
///
/// Shapes:  head < n_heads and query < n_queries, both within the tile
template <class Real, class Lanes>
ATTN_DEVICE void update_row(const ScoreTile<Real>& at, std::int64_t head, std::int64_t query,
                            const Lanes& lanes) {
  const Tile& tile = at.tile;
  Real* const scores = at.scores + (head * tile.n_queries + query) * tile.n_keys;
  const std::int64_t place = tile.first_query + query;
  const std::int64_t row = place + (tile.first_head + head) * at.n_q;
  const KeySpan visible = at.visible[place];
  const Real before = at.rows.maximum[row];

  Real largest = before;
  for (std::int64_t j = lanes.first(); j < tile.n_keys; j += lanes.step()) {
    const Real score = visible_score(at, visible, place, tile.first_key + j, scores[j]);
    if (score > largest) largest = score;
  }
  largest = lanes.largest(largest);

  Real sum = 0;
  for (std::int64_t j = lanes.first(); j < tile.n_keys; j += lanes.step()) {
    const Real score = visible_score(at, visible, place, tile.first_key + j, scores[j]);
    scores[j] = weight_of(score, largest);
    sum += scores[j];
  }
  sum = lanes.sum(sum);

  if (lanes.first() != 0) return;
  const bool is_first = before == kBlocked<Real>;  // the sum so far is 0, or NaN, which stays
  const Real factor = is_first ? Real(kNothingYet) : std::exp(before - largest);
  at.rows.factor[row] = factor;
  at.rows.sum[row] = (is_first ? Real(1) : factor) * at.rows.sum[row] + sum;
  at.rows.maximum[row] = largest;
}

/// Multiplies one cell of the output by its query's factor.
///
/// Shapes:  query < n_queries and column < n_heads · d_v, both within the tile
template <class Real>
ATTN_DEVICE void rescale_cell(const OutputTile<Real>& at, std::int64_t query, std::int64_t column) {
  const std::int64_t place = at.tile.first_query + query;
  const Real factor = at.factor[place + (at.tile.first_head + column / at.d_v) * at.n_q];
  if (factor == 1) return;  // the maximum did not move, as mostly
  Real& cell = at.output[place + (at.tile.first_head * at.d_v + column) * at.n_q];
  cell = factor < 0 ? Real(0) : factor * cell;
}

/// After the last tile: what divides the output by the sum, and the logarithm of Σ exp in the
/// place of the maximum.
template <class Real>
ATTN_DEVICE void finish_row(const RunningRows<Real>& rows, std::int64_t row) {
  const Real sum = rows.sum[row];
  const bool is_empty = sum == 0;
  rows.factor[row] = is_empty ? Real(kNothingYet) : 1 / sum;
  rows.maximum[row] = is_empty ? kBlocked<Real> : rows.maximum[row] + std::log(sum);
}

}  // namespace attn::cuda
