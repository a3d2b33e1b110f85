#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mechanisms/attention/multi_head.hpp"

namespace attn {

/// One thing to change about a question. The changed question is made only when it is asked for:
/// each holds a copy of the weights.
struct Variant {
  std::string change;  ///< in the user's language: "add --causal"
  std::function<void(MultiHeadProblem&)> make;

  MultiHeadProblem of(MultiHeadProblem problem) const {
    make(problem);
    return problem;
  }
};

/// What two programs most often do differently: mask, scale, positions, number of heads, biases,
/// weights stored transposed, the output projection left out.
std::vector<Variant> variants_of(const MultiHeadProblem& problem);

/// The answer to a question: projected, or concat where there is no W_O.
/// Errors:  as multi_head
arma::mat result_of(const MultiHeadProblem& problem);

}  // namespace attn
