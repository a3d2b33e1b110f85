// Changes to a question: which one explains another program's result.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mechanisms/attention/attention.hpp"

namespace attn {

/// Something to change about a question. The changed question is made only when it is asked for:
/// each holds a copy of the weights.
struct Variant {
  std::string change;   ///< in the user's language: "add --pad 2"
  std::string kind;     ///< what it is one of, "add --pad {}"; the change itself where it has no {}
  std::string value{};  ///< what stands at {}
  std::string topic{};  ///< what is changed, "mask"
  std::function<void(MultiHeadProblem&)> make;
  bool adds_zero_key = false;  ///< each head also sees a key and a value of zeros

  MultiHeadProblem of(MultiHeadProblem problem) const {
    make(problem);
    return problem;
  }
};

/// What two programs most often do differently: mask, scale, positions, number of heads, biases,
/// weights stored transposed, the output projection left out; and a causal mask together with
/// another one. Of lengths, the smallest few are among them.
std::vector<Variant> variants_of(const MultiHeadProblem& problem);

/// Variants in a few words, those of one kind together: "add --causal; add --pad 1 | 2". In the
/// user's language.
std::string listed_kinds(const std::vector<Variant>& variants);

/// How many variants there are of each topic: "mask 43, positions 24". In the user's language.
std::string counted_topics(const std::vector<Variant>& variants);

/// The answer to a question: projected, or concat where there is no W_O.
/// Errors:  as multi_head
arma::mat result_of(const MultiHeadProblem& problem);

/// The answer to a question, changed.
/// Errors:  as multi_head
arma::mat result_of(const Variant& variant, const MultiHeadProblem& problem);

}  // namespace attn
