#pragma once

#include "mechanisms/attention/attention.hpp"

namespace attn {

/// Names for tokens: k0, k1...
std::vector<std::string> numbered_tokens(const std::string& letter, arma::uword n);

/// A problem with these tensors and made-up tokens: q0, q1... and k0, k1...
AttentionProblem problem_of(const Projected& projected);
AttentionProblem problem_of(const Embedded& embedded);

}  // namespace attn
