#pragma once

#include "kernels/fused_attention.hpp"

namespace attn {

/// fused_attention in plain loops over one query at a time, slow and obvious: what the fast ones
/// are checked against. It works in double whatever it is given, and has no tiles and no threads.
///
/// Shapes, Errors: as fused_attention
template <class Real>
arma::Mat<Real> reference_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                    const arma::Mat<Real>& V, const FusedOptions& options,
                                    arma::Mat<Real>* log_sum_exp = nullptr);

extern template arma::mat reference_attention(const arma::mat&, const arma::mat&, const arma::mat&,
                                              const FusedOptions&, arma::mat*);
extern template arma::fmat reference_attention(const arma::fmat&, const arma::fmat&,
                                               const arma::fmat&, const FusedOptions&, arma::fmat*);

}  // namespace attn
