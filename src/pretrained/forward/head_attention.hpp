#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/forward/token_rows.hpp"

namespace attn {

/// Which keys the queries of a sequence see.
struct Sights {
  bool is_causal = false;
  std::optional<std::uint64_t> window{};  ///< of a causal model: only keys fewer places back
  std::vector<bool> is_padding{};         ///< keys that nobody sees; empty: none
};

/// All heads of one layer, side by side.
template <class Real>
struct HeadsInput {
  Rows<const Real> Q, K, V;  ///< (n × n_heads·d_head), (n × n_kv_heads·d_head) twice
  std::size_t n_heads = 1, n_kv_heads = 1;
  Real scale = 1;
};

/// Called with the weights of a head as soon as they are there. Heads come in no order, and several
/// at once from several threads. What it throws is thrown again when all heads are done.
///
/// Shapes:  weights (n × n); 0 where a query does not see a key
template <class Real>
using WatchWeights = std::function<void(std::size_t head, Rows<const Real> weights)>;

/// Called for the place where the weights of a head are to stay: (n × n). Otherwise a room of the
/// thread's is used again and again. As WatchWeights besides.
template <class Real>
using PlaceWeights = std::function<Rows<Real>(std::size_t head)>;

/// Attention of all heads, some queries at a time, so that no more than a piece of the scores is
/// held; where somebody wants the weights, those of one head for each thread. A query that sees no
/// key gets 0.
///
///     O_h = softmax(scale · Q_h K_gᵀ + mask) V_g,   g = ⌊h · n_kv_heads / n_heads⌋
///
/// Shapes:  O (n × n_heads·d_head)
template <class Real>
void attend_heads(Workers& workers, const HeadsInput<Real>& input, const Sights& sights,
                  Rows<Real> O, const WatchWeights<Real>& watch = {},
                  const PlaceWeights<Real>& place = {});

extern template void attend_heads(Workers&, const HeadsInput<float>&, const Sights&, Rows<float>,
                                  const WatchWeights<float>&, const PlaceWeights<float>&);
extern template void attend_heads(Workers&, const HeadsInput<double>&, const Sights&, Rows<double>,
                                  const WatchWeights<double>&, const PlaceWeights<double>&);

/// Turns each pair of numbers (i, i + d_head/2) of every head by the angle of its row.
///
/// Shapes:  X (n × heads·d_head), cos and sin (n × d_head/2)
template <class Real>
void turn_heads(Workers& workers, Rows<Real> X, Rows<const Real> cos, Rows<const Real> sin);

extern template void turn_heads(Workers&, Rows<float>, Rows<const float>, Rows<const float>);
extern template void turn_heads(Workers&, Rows<double>, Rows<const double>, Rows<const double>);

}  // namespace attn
