#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/layers/attention.hpp"
#include "network/layers/layer_norm.hpp"
#include "network/layers/linear.hpp"
#include "network/layers/rotary.hpp"
#include "network/models/model.hpp"
#include "network/models/transformer_settings.hpp"

namespace attn {

/// What all blocks of a model have in common in one pass.
template <class Real>
struct BlockPass {
  Workers& workers;
  PassMode pass;
  std::size_t n_sequences = 0, length = 0;
  const AttentionBias<Real>& bias;
  const RotaryTurn<Real>* rotary = nullptr;
};

/// One block of a transformer: attention, then a feed-forward part, if there is one.
///
///     pre-norm:   x₁ = x + f(LN(x));   dx = dx₁ + dLN(df(dx₁))
///     post-norm:  x₁ = LN(x + f(x));   s = dLN(dx₁), dx = s + df(s)
///     neither:    x₁ = f(x)            where there is no residual
///
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.1 (post-norm); Xiong et al. 2020,
///          arXiv:2002.04745 (pre-norm).
template <class Real>
class TransformerBlock {
 public:
  TransformerBlock(Parameters<Real>& parameters, const std::string& prefix, std::size_t index,
                   const TransformerSettings& settings);

  /// From x to the result, which stands until the next call.
  Rows<Real> forward(const BlockPass<Real>& run, Rows<const Real> x);

  /// From the gradient of the result, which is used up, to that of x, which takes its place.
  void backward(const BlockPass<Real>& run, Rows<const Real> x, Rows<Real> d);

  Rows<const Real> weights(std::size_t sequence, std::size_t head) const;

  /// What went into the attention of the last forward pass of x: x itself, or its LayerNorm where
  /// that stands before (pre-norm).
  ///
  /// Shapes:  as x
  Rows<const Real> attention_input(Rows<const Real> x) const;

 private:
  // One of the two parts with what surrounds it.
  struct Part {
    LayerNorm<Real> norm;
    std::vector<RowMoments<Real>> moments;
    std::vector<Real> normed;  // what goes into the part (pre), or what is normed (post)
    std::vector<Real> result;
  };

  void size_for(const BlockPass<Real>& run);
  Dropout dropout(const BlockPass<Real>& run, std::size_t place) const;
  template <class Function>
  Rows<Real> forward_part(const BlockPass<Real>& run, Part& part, std::size_t place,
                          Rows<const Real> x, const Function& function);
  template <class Function>
  void backward_part(const BlockPass<Real>& run, Part& part, std::size_t place, Rows<const Real> x,
                     Rows<Real> d, const Function& function);
  void attend(const BlockPass<Real>& run, Rows<const Real> x, Rows<Real> y);
  void attend_backward(const BlockPass<Real>& run, Rows<const Real> x, Rows<const Real> dy,
                       Rows<Real> dx);
  void feed_forward(const BlockPass<Real>& run, Rows<const Real> x, Rows<Real> y);
  void feed_forward_backward(const BlockPass<Real>& run, Rows<const Real> x, Rows<const Real> dy,
                             Rows<Real> dx);
  Rows<Real> queries_and_keys(Rows<Real> qkv) const;
  template <class Element>
  QueryKeyValue<Element> split(Rows<Element> qkv) const;
  Rows<Real> rows_of(std::vector<Real>& numbers, std::size_t n_cols) const {
    return {numbers.data(), n_rows_, n_cols};
  }

  const TransformerSettings settings_;
  std::size_t index_, n_rows_ = 0, n_sequences_ = 0, length_ = 0;
  HeadPlan heads_;
  Linear<Real> in_, out_, up_, down_;
  Part attention_part_, feed_forward_part_;
  std::optional<BatchAttention<Real>> attention_;
  std::vector<Real> qkv_, weights_, mixed_, hidden_, bent_;
  std::vector<Real> d_qkv_, d_mixed_, d_hidden_, d_part_, d_in_;
};

extern template class TransformerBlock<float>;
extern template class TransformerBlock<double>;

}  // namespace attn
