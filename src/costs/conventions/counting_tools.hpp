#pragma once

#include "costs/conventions/convention_list.hpp"

namespace attn {

/// Adds what the counters of PyTorch report for a model of nn.Linear and nn.LayerNorm, with other
/// norms written out and activations called as `transformers` calls them.
///
/// What they see of attention depends on whether it is written out (matmul, softmax, matmul), fused
/// (scaled_dot_product_attention), or inside nn.MultiheadAttention.
///
/// Source:  PyTorch 2.15 (FlopCounterMode), fvcore 0.1.5, ptflops 0.7.5, thop 0.1.1, torchinfo
///          1.8.0, calflops 0.3.2; docs/conventions.md says how they were run
void add_counting_tools(ConventionList& list);

}  // namespace attn
