#pragma once

#include "core/heads.hpp"
#include "mechanisms/attention/record_attention.hpp"

namespace attn {

/// One question put to multi-head attention.
struct MultiHeadProblem : AttentionOptions, MultiHeadLayer {
  bool average = false;              ///< also record the mean of the heads' weights
  std::vector<arma::uword> heads{};  ///< record these alone, and nothing behind them; empty: all
  std::vector<std::string> query_tokens, key_tokens;
  arma::uword n_batch = 0;  ///< sequences at once, of which the tensors are one; 0: no such axis
};

/// Multi-head attention, one stage at a time.
///
///     Y = concat(O_0, …, O_{n_heads − 1}) W_O + b_O,   O_h = softmax(Q_h K_gᵀ / √d_k + mask) V_g
///
/// where head h reads its own columns of Q, and key-value head g = ⌊h · n_kv_heads / n_heads⌋.
///
/// Records  input wq bq wk bk wv bv query key value, then in each group "head 0", "head 1", ...
///          query key value (query_normed key_normed query_rotated key_rotated) scores scaled
///          masked weights output, then average where it is asked for, concat wo bo projected; a
///          table "parameters", and for self-attention "heads". Biases only where there are any.
/// Errors:  InputError if shapes do not fit, or as settings_for.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.2; grouped queries: Ainslie et al. 2023,
///          arXiv:2305.13245.
Trace multi_head(const MultiHeadProblem& problem);

}  // namespace attn
