#pragma once

#include <string>
#include <utility>
#include <vector>

#include "costs/conventions/conventions.hpp"

namespace attn {

/// The conventions of one pass while they are being written down: it knows what they are made of.
class ConventionList {
 public:
  explicit ConventionList(const Costs& costs);

  const Model& model() const { return costs_.model; }
  const Pass& pass() const { return costs_.pass; }
  bool trains() const { return pass().mode == Mode::train; }

  /// 3 in training, where the backward pass costs two forward passes; else 1.
  std::uint64_t passes() const { return trains() ? 3 : 1; }

  /// A defined symbol, or 0 where the pass has nothing of it.
  Formula term(const std::string& symbol) const;

  /// Adds a row. It gets `formula` and the count, or a refusal: the sentence that says why the
  /// convention does not apply.
  void add(Convention row, const Formula& formula, const std::string& refusal = "");

  /// Everything added so far, and the definitions that it needs.
  Conventions finish() &&;

 private:
  const Costs& costs_;
  Conventions found_;
};

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
