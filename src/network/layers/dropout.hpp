#pragma once

#include <cstdint>

#include "network/draws.hpp"

namespace attn {

/// Numbers set to 0 at random, and the others made larger, so that the mean stays.
///
///     y = x m / (1 − p),   dx = dy m / (1 − p),   m = 0 with probability p, else 1
///
/// Which are dropped hangs on the place of a number alone, so the way back drops the same ones
/// without anybody keeping a list.
///
/// Source:  Srivastava et al. 2014, JMLR 15; scaled while training, as in torch.nn.Dropout.
struct Dropout {
  double p = 0.0;  ///< 0 drops nothing: so it is in evaluation
  Draws draws{0, 0, 0};

  /// The factor of the number at a place, 0 or 1/(1 − p).
  template <class Real>
  Real factor(std::size_t place) const {
    const bool stays = draws.uniform(static_cast<std::uint32_t>(place)) >= static_cast<float>(p);
    return stays ? static_cast<Real>(1.0 / (1.0 - p)) : Real(0);
  }

  /// n numbers in place, the first of which stands at place `first`. Forward and backward alike.
  template <class Real>
  void apply(Real* x, std::size_t n, std::size_t first) const {
    if (p == 0.0) return;
    const auto limit = static_cast<float>(p);
    const auto kept = static_cast<Real>(1.0 / (1.0 - p));
    const auto place = static_cast<std::uint32_t>(first);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = draws.uniform(place + static_cast<std::uint32_t>(i)) >= limit ? x[i] * kept : Real(0);
  }
};

}  // namespace attn
