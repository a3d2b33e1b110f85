#pragma once

#include <armadillo>
#include <functional>
#include <string>

#include "kernels/fused_attention.hpp"

// What every way to compute attention must get right, on the device and in its likeness on the
// host.

namespace attn::cuda {

template <class Real>
using Attention =
    std::function<arma::Mat<Real>(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                  const arma::Mat<Real>& V, const FusedOptions&, arma::Mat<Real>*)>;

/// Compares output and log-sum-exp with the reference: sizes that no tile divides, one and many
/// heads, shared keys, every kind of mask and all together, tiles of every size.
///
/// Units:   tolerance of ‖difference‖ / ‖reference‖, Frobenius
template <class Real>
void check_agreement(const Attention<Real>& attention, double tolerance);

/// Queries without keys give 0 and −∞, whatever stands in the keys; NaN reaches the queries that
/// see it and stays away from other heads; large scores stay finite; infinite ones show.
template <class Real>
void check_unusual_numbers(const Attention<Real>& attention);

extern template void check_agreement(const Attention<float>&, double);
extern template void check_agreement(const Attention<double>&, double);
extern template void check_unusual_numbers(const Attention<float>&);
extern template void check_unusual_numbers(const Attention<double>&);

}  // namespace attn::cuda
