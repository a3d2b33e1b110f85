#pragma once

#include <armadillo>

#include "core/heads.hpp"
#include "kernels/fused_attention.hpp"

namespace attn {

/// What attention of all heads is measured with.
template <class Real>
struct AttentionInput {
  arma::Mat<Real> Q, K, V;
  HeadCounts heads{};
};

/// Normal numbers, the same for every run.
///
/// Shapes:  Q, K, V (n × n_heads·d_head)
template <class Real>
AttentionInput<Real> attention_input(arma::uword n, arma::uword n_heads, arma::uword d_head);

/// The options of a call with these heads: scale 1/√d_head, everything else as usual.
template <class Real>
FusedOptions options_for(const AttentionInput<Real>& input, const VisibleKeys& visible = {});

/// What attention has to compute: two products, over the pairs that are visible and no others.
///
///     4 · n_heads · d_head · pairs      (softmax is left out, as is usual)
///
/// Units:   FLOP
template <class Real>
double attention_flop(const AttentionInput<Real>& input, const VisibleKeys& visible = {});

/// Two random matrices, their product, and what it costs.
template <class Real>
struct ProductInput {
  arma::Mat<Real> A, B, C;

  explicit ProductInput(arma::uword n);

  /// C = A B by the BLAS itself, with as many threads of its own as it usually has.
  void multiply() { C = A * B; }

  /// 2 · n³
  double flop() const;
};

extern template struct ProductInput<float>;
extern template struct ProductInput<double>;

}  // namespace attn
