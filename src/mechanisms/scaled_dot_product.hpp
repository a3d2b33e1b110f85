#pragma once

#include <optional>
#include <variant>

#include "mechanisms/record_attention.hpp"

namespace attn {

/// Embeddings and the three matrices that turn them into queries, keys and values.
/// Shapes:  X (n_q × d_model), memory (n_k × d_model), W_Q and W_K (d_model × d_k),
///          W_V (d_model × d_v)
struct Embedded {
  arma::mat X;
  std::optional<arma::mat> memory;  ///< where keys and values come from; X itself where absent
  arma::mat W_Q, W_K, W_V;
};

/// Queries, keys and values as they are.
/// Shapes:  Q (n_q × d_k), K (n_k × d_k), V (n_k × d_v)
struct Projected {
  arma::mat Q, K, V;
};

/// One question put to attention.
struct AttentionProblem : AttentionOptions {
  std::variant<Embedded, Projected> tensors;
  std::vector<std::string> query_tokens, key_tokens;  ///< one label for each row of Q and of K
};

/// Scaled dot-product attention, one stage at a time.
///
///     O = softmax(Q Kᵀ / √d_k + mask) V
///
/// Shapes:  see Embedded and Projected; the mask is (n_q × n_k)
/// Stages:  input [memory] wq wk wv query key value scores scaled masked weights output;
///          those before `query` only where there are embeddings
/// Errors:  InputError naming the matrices whose shapes do not fit
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, eq. (1)
Trace scaled_dot_product(const AttentionProblem& problem);

}  // namespace attn
