// The result of attention alone, of one head or many, without a stage.
#pragma once

#include "core/heads.hpp"
#include "kernels/fused_attention.hpp"

namespace attn {

/// How the result alone is computed; it is the same for all of these but for rounding.
struct FusedRun {
  unsigned n_threads = 0;  ///< 0: as many as usual_threads() says
  bool tf32 = false;       ///< attention in TF32, where the device has it; projections never
};

/// A layer of multi-head attention without its stages: one product for each projection of all
/// heads, and fused_attention between them. Memory is linear in the number of tokens, and what is
/// not needed any more is given back on the way, so move the layer in.
///
///     Y = concat(O_0, …, O_{n_heads − 1}) W_O + b_O,   O_h = softmax(Q_h K_gᵀ / √d_k + mask) V_g
///
/// Shapes:  result (n_q × d_model), or the concatenation (n_q × n_heads·d_v) without W_O
/// Errors:  InputError as multi_head of mechanisms/ has it, but for the size of the stages: shapes
///          or settings that do not fit, and finite numbers that overflow. Numbers that were not
///          finite to begin with show in the result. SurroundingsError as fused_attention.
///          std::invalid_argument for a layer with a norm on queries and keys: ask for its stages.
/// Source:  as fused_attention; Vaswani et al. 2017, arXiv:1706.03762, §3.2.2.
template <class Real>
arma::Mat<Real> fused_multi_head(MultiHeadLayer layer, const AttentionOptions& options,
                                 const FusedRun& run = {});

/// The same for a single head, and for queries, keys and values as they are.
///
///     O = softmax(Q Kᵀ / √d_k + mask) V
///
/// Shapes:  result (n_q × d_v)
/// Errors:  as scaled_dot_product of mechanisms/, with the exceptions above
template <class Real>
arma::Mat<Real> fused_head(Embedded embedded, const AttentionOptions& options,
                           const FusedRun& run = {});
template <class Real>
arma::Mat<Real> fused_head(Projected projected, const AttentionOptions& options,
                           const FusedRun& run = {});

extern template arma::mat fused_multi_head(MultiHeadLayer, const AttentionOptions&,
                                           const FusedRun&);
extern template arma::fmat fused_multi_head(MultiHeadLayer, const AttentionOptions&,
                                            const FusedRun&);
extern template arma::mat fused_head(Embedded, const AttentionOptions&, const FusedRun&);
extern template arma::fmat fused_head(Embedded, const AttentionOptions&, const FusedRun&);
extern template arma::mat fused_head(Projected, const AttentionOptions&, const FusedRun&);
extern template arma::fmat fused_head(Projected, const AttentionOptions&, const FusedRun&);

}  // namespace attn
