#pragma once

#include <armadillo>

#include "kernels/fused_attention.hpp"

namespace attn {

/// The sizes of one call of fused_attention.
struct HeadsCase {
  arma::uword n_q = 1, n_k = 1;
  HeadCounts heads{};
  arma::uword d_k = 1, d_v = 1;
};

/// Normally distributed queries, keys and values of all heads, the same for the same case.
template <class Real>
struct HeadsInput {
  arma::Mat<Real> Q, K, V;

  explicit HeadsInput(const HeadsCase& sizes);
};

/// The usual options: scale 1/√d_k.
FusedOptions usual_options(const HeadsCase& sizes, const VisibleKeys& visible = {});

/// ‖A − B‖ / ‖B‖ in the Frobenius norm, 0 where both are all zeros; infinite where a NaN or an
/// infinity stands in one of them only.
double relative_error(const arma::mat& A, const arma::mat& B);
double relative_error(const arma::fmat& A, const arma::fmat& B);

/// How far the fused kernel may be from the reference.
template <class Real>
constexpr double kFusedTolerance = sizeof(Real) == sizeof(double) ? 1e-13 : 5e-6;

/// The relative error of fused_attention's output and of its log-sum-exp, whichever is larger.
template <class Real>
double fused_error(const HeadsCase& sizes, const FusedOptions& options);

}  // namespace attn
