#pragma once

#include <string>
#include <vector>

#include "mechanisms/multi_head.hpp"

namespace attn {

/// The same question with one thing changed.
struct Variant {
  std::string change;  ///< in the user's language: "add --causal"
  MultiHeadProblem problem;
};

/// What two programs most often do differently: mask, scale, positions, number of heads, biases,
/// weights stored transposed, the output projection left out.
std::vector<Variant> variants_of(const MultiHeadProblem& problem);

/// The answer to a question: projected, or concat where there is no W_O.
/// Errors:  as multi_head
arma::mat result_of(const MultiHeadProblem& problem);

}  // namespace attn
