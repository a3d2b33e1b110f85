#pragma once

#include <cstdint>

namespace attn {

/// How large a step is, at every time: it grows while the running means of the optimizer settle,
/// and may shrink towards the end.
///
///     η_t = η · min(1, (t + 1) / warm_up) · (cosine: 0.1 + 0.9 · ½ (1 + cos(π progress)), else 1)
///     progress = (t − warm_up) / (n_steps − warm_up), not below 0
///
/// Source:  Loshchilov and Hutter 2017, arXiv:1608.03983 (cosine).
struct Schedule {
  double learning_rate = 1e-3;
  std::uint64_t warm_up = 0;
  std::uint64_t n_steps = 0;  ///< where the cosine ends
  bool is_cosine = false;

  /// For step t, counted from 0.
  double at(std::uint64_t t) const;
};

}  // namespace attn
