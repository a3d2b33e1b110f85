#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/draws.hpp"
#include "network/five_points.hpp"
#include "network/layers/layers.hpp"
#include "network/row_matrix.hpp"

namespace attn {

/// Attention of a few sequences on made-up numbers, forward and backward.
template <class Real>
struct BatchProblem {
  BatchProblem(HeadPlan plan, std::size_t n_sequences, std::size_t queries, std::size_t keys)
      : heads(plan),
        n(n_sequences),
        n_q(queries),
        n_k(keys),
        Q(random_rows<Real>(1, n * n_q, heads.n_heads * heads.d_k)),
        K(random_rows<Real>(2, n * n_k, heads.n_kv_heads * heads.d_k)),
        V(random_rows<Real>(3, n * n_k, heads.n_kv_heads * heads.d_v)),
        W(n * heads.n_heads * n_q, n_k),
        O(n * n_q, heads.n_heads * heads.d_v),
        dQ(Q.n_rows, Q.n_cols),
        dK(K.n_rows, K.n_cols),
        dV(V.n_rows, V.n_cols),
        attention(heads, n) {}

  void forward(Workers& workers) {
    attention.forward(workers, {Q.rows(), K.rows(), V.rows()}, bias, dropout, W, O);
  }

  /// After forward. What stands in the gradients before must not matter.
  void backward(Workers& workers, const RowMatrix<Real>& dO) {
    for (RowMatrix<Real>* d : {&dQ, &dK, &dV}) d->numbers.assign(d->numbers.size(), Real(77));
    attention.backward(workers, {Q.rows(), K.rows(), V.rows()}, W, dropout, dO,
                       {dQ.rows(), dK.rows(), dV.rows()});
  }

  /// The weights of one head of one sequence.
  Rows<Real> weights(std::size_t sequence, std::size_t head) {
    return W.rows().rows((sequence * heads.n_heads + head) * n_q, n_q);
  }

  HeadPlan heads;
  std::size_t n, n_q, n_k;
  RowMatrix<Real> Q, K, V, W, O, dQ, dK, dV;
  AttentionBias<Real> bias;
  Dropout dropout;
  BatchAttention<Real> attention;
};

inline const Dropout kDropSome{0.3, Draws(5, 6, kDropout)};

}  // namespace attn
