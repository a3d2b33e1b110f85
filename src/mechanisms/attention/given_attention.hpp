#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "core/heads.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Scores, or a pattern of attention, that are given instead of queries and keys.
struct GivenAttention : AttentionOptions {
  enum class Kind { scores, pattern } kind = Kind::scores;
  arma::mat given;                 ///< scores, or how much each query looks at each key
  std::optional<arma::mat> V;      ///< without values there is no output
  std::optional<arma::uword> d_k;  ///< the width that scores came from, for √d_k
  std::vector<std::string> query_tokens, key_tokens;
  bool links_a_few = false;  ///< most of a pattern is left open on purpose: nobody is missed
  arma::uword n_batch = 0;   ///< sequences at once, of which this is one; 0: no such axis
};

/// Attention from scores or from a pattern on, one stage at a time.
///
///     A = softmax(S / √d_k + mask)     or     A(i, j) = P(i, j) / Σ over k of P(i, k)
///
/// where a pattern whose rows sum to 1, or are all 0, is A itself. Then O = A V. A row of a pattern
/// that is all 0 has weights 0 and a warning, and so has a key that nobody looks at, unless only a
/// few links are given.
///
/// Shapes:  given (n_q × n_k), V (n_k × d_v)
/// Stages:  scores scaled masked weights, or [pattern] weights; then [value output]
/// Errors:  InputError if shapes do not fit, a number of a pattern is negative or not finite, or as
///          settings_for; if scores are to be divided by √d_k and there is no d_k.
Trace given_attention(const GivenAttention& problem);

}  // namespace attn
