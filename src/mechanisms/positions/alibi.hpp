#pragma once

#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// Linear biases by distance (ALiBi), shown on scores that are all equal.
struct AlibiProblem {
  arma::uword length = 8, n_heads = 8;
  std::vector<std::string> tokens{};  ///< one for each position, or empty
};

/// ALiBi stage by stage.
///
///     slopes      m, one for each head
///     distance    how far each key is from each query
///     bias        −m · distance, in one group a head
///     masked      the same under a causal mask, and weights: its softmax, what attention would be
///                 if the words made no difference
///
/// Shapes:  slopes (n_heads × 1), all others (length × length)
/// Errors:  InputError if a size is 0, or if the stages of all heads would not fit.
/// Source:  Press et al. 2022, arXiv:2108.12409, §3.
Trace alibi(const AlibiProblem& problem);

}  // namespace attn
