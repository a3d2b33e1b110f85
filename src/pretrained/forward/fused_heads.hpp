#pragma once

#include "pretrained/forward/head_attention.hpp"

namespace attn {

/// Whether attend_heads_fused can do it, and is the faster way: there are many tokens, padding is
/// behind them, and the kernels are those of this processor.
template <class Real>
bool can_be_fused(const HeadsInput<Real>& input, const Sights& sights);

/// Attention of all heads by the fused kernel, which never holds a row of weights. As attend_heads
/// besides.
template <class Real>
void attend_heads_fused(unsigned n_threads, const HeadsInput<Real>& input, const Sights& sights,
                        Rows<Real> O);

extern template bool can_be_fused(const HeadsInput<float>&, const Sights&);
extern template bool can_be_fused(const HeadsInput<double>&, const Sights&);
extern template void attend_heads_fused(unsigned, const HeadsInput<float>&, const Sights&,
                                        Rows<float>);
extern template void attend_heads_fused(unsigned, const HeadsInput<double>&, const Sights&,
                                        Rows<double>);

}  // namespace attn
