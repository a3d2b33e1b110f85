#pragma once

#include "render/rendered.hpp"

// Stages to draw pictures of.
namespace attn {

/// Weights of as many queries and keys as there are words.
inline Stage weights_among(const std::vector<std::string>& words, arma::mat value) {
  return {.id = "weights",
          .symbol = "A",
          .formula = "A = softmax(masked)",
          .value = std::move(value),
          .rows = {"query", words},
          .cols = {"key", words},
          .rule = Softmax{"masked"}};
}

/// The sentence of the question what "it" is. Each word attends to itself alone, but "it" gives
/// 0.62 to "animal" and 0.22 to "street", and "tired" gives 0.5 to "animal".
inline Stage pronoun_weights() {
  const std::vector<std::string> words{"The",     "animal", "didn't", "cross", "the",  "street",
                                       "because", "it",     "was",    "too",   "tired"};
  arma::mat value = arma::eye(words.size(), words.size());
  value(7, 1) = 0.62;
  value(7, 5) = 0.22;
  value(7, 7) = 0.16;
  value(10, 1) = 0.5;
  value(10, 10) = 0.5;
  return weights_among(words, value);
}

}  // namespace attn
