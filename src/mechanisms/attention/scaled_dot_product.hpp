#pragma once

#include <variant>

#include "core/heads.hpp"
#include "mechanisms/attention/record_attention.hpp"

namespace attn {

/// One question put to attention.
struct AttentionProblem : AttentionOptions {
  std::variant<Embedded, Projected> tensors;
  std::vector<std::string> query_tokens, key_tokens;  ///< one label for each row of Q and of K
  arma::uword n_batch = 0;  ///< sequences at once, of which the tensors are one; 0: no such axis
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
