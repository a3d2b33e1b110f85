#pragma once

#include <cstdint>
#include <span>

#include "base/named.hpp"
#include "network/rows.hpp"

namespace attn {

/// How the tokens of a sequence become one vector.
enum class PoolKind { mean, last };
inline constexpr Named<PoolKind> kPoolKinds[] = {{PoolKind::mean, "mean"},
                                                 {PoolKind::last, "last"}};

/// One vector for each sequence, from its tokens that are no padding.
///
///     mean:  p = Σ x_i / L,   dx_i = dp / L
///     last:  p = x_L,         dx_L = dp
///
/// over the L real tokens, which come first; the others get gradient 0. Without lengths all are
/// real.
///
/// Shapes:  X (n_sequences·n × d), P (n_sequences × d)
template <class Real>
struct Poolings {
  static void forward(PoolKind kind, Rows<const Real> X, std::span<const std::uint32_t> lengths,
                      Rows<Real> P);
  static void backward(PoolKind kind, Rows<const Real> dP, std::span<const std::uint32_t> lengths,
                       Rows<Real> dX);
};

extern template struct Poolings<float>;
extern template struct Poolings<double>;

}  // namespace attn
