#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mask.hpp"
#include "network/layers/dropout.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

/// How many heads there are, how many keys and values they share, and how wide each is.
struct HeadPlan {
  std::size_t n_heads = 1, n_kv_heads = 1, d_k = 1, d_v = 1;
};

/// Who may attend in every sequence of a batch, and what is added to scores.
template <class Real>
struct AttentionBias {
  /// 0 where query i may attend to key j, −∞ where it may not; or empty: all may.
  /// Shapes:  (n_q × n_k), row by row
  std::vector<Real> of_mask;
  /// Keys from this place on are padding, one number for each sequence; or empty: none.
  std::span<const std::uint32_t> lengths;

  static std::vector<Real> from(const Mask& mask);
};

/// Queries, keys and values of a batch, or their gradients: the heads' columns stand beside each
/// other, the sequences' rows below each other.
template <class Element>
struct QueryKeyValue {
  Rows<Element> Q;  ///< (n_sequences·n_q × n_heads·d_k)
  Rows<Element> K;  ///< (n_sequences·n_k × n_kv_heads·d_k)
  Rows<Element> V;  ///< (n_sequences·n_k × n_kv_heads·d_v)
};

/// Scaled dot-product attention of a batch, all heads. The weights are kept: at the lengths that
/// are trained here they are small, and to compute them anew would cost a product and an exp more.
///
///     Z = c Q Kᵀ + mask,   W = softmax(Z),   W̃ = W m/(1 − p),   O = W̃ V,   c = 1/√d_k
///     dV = W̃ᵀ dO,   dW = (dO Vᵀ) m/(1 − p),   dZ = W ∘ (dW − rowsum(dW ∘ W))
///     dQ = c dZ K,   dK = c dZᵀ Q
///
/// The gradients of keys and values that heads share are sums over these heads, in their order. A
/// query that may attend to nothing has weights, output and gradients 0.
///
/// Shapes:  weights (n_sequences·n_heads·n_q × n_k); O (n_sequences·n_q × n_heads·d_v)
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.1; Ainslie et al. 2023, arXiv:2305.13245.
template <class Real>
class BatchAttention {
 public:
  BatchAttention(HeadPlan heads, std::size_t n_sequences) : heads_(heads), n_(n_sequences) {}

  void forward(Workers& workers, const QueryKeyValue<const Real>& in,
               const AttentionBias<Real>& bias, const Dropout& dropout, Rows<Real> weights,
               Rows<Real> O);

  /// The gradients replace what was there.
  void backward(Workers& workers, const QueryKeyValue<const Real>& in, Rows<const Real> weights,
                const Dropout& dropout, Rows<const Real> dO, const QueryKeyValue<Real>& d);

 private:
  struct Scratch {
    std::vector<Real> dropped, d_weights;
  };
  struct OneHead;

  OneHead head_of(std::size_t sequence, std::size_t head, std::size_t n_q, std::size_t n_k) const;
  template <class Task>
  void for_sequences(Workers& workers, std::size_t n_q, std::size_t n_k, const Task& task);

  HeadPlan heads_;
  std::size_t n_;
  std::vector<Scratch> scratch_;  // one for each worker
};

extern template struct AttentionBias<float>;
extern template struct AttentionBias<double>;
extern template class BatchAttention<float>;
extern template class BatchAttention<double>;

}  // namespace attn
