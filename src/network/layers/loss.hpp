#pragma once

#include <cstdint>
#include <span>

#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

/// A target that does not count: padding, or a place whose answer cannot be known.
inline constexpr std::int32_t kNoTarget = -1;

/// What a prediction is worth, and which way it should go.
template <class Real>
struct Losses {
  /// How far probabilities are from the targets.
  ///
  ///     mean over the N targets that count of  ln Σ exp(z_j) − z_t
  ///     dz = (softmax(z) − onehot(t)) / N,   0 where the target does not count
  ///
  /// Shapes:  Z and dZ (n × n_classes), one target a row; dZ may be Z, or nothing
  /// Units:   nats
  /// Errors:  std::invalid_argument if no target counts, which would be 0/0.
  static double cross_entropy(Workers& workers, Rows<const Real> Z,
                              std::span<const std::int32_t> targets, Rows<Real> dZ);

  /// The mean over all N numbers of the squared difference.
  ///
  ///     Σ (y − t)² / N,   dy = 2 (y − t) / N
  ///
  /// Shapes:  Y, T and dY (n × d); dY may be nothing
  static double mean_squared_error(Rows<const Real> Y, Rows<const Real> T, Rows<Real> dY);
};

extern template struct Losses<float>;
extern template struct Losses<double>;

}  // namespace attn
