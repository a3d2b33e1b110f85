#pragma once

#include <string>
#include <vector>

#include "mechanisms/attention/record_attention.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The same words in two orders.
struct OrderProblem {
  std::vector<std::string> words{}, reordered{};
  arma::mat X{};                  ///< (n × d_model): embeddings of `words`
  arma::mat W_Q{}, W_K{}, W_V{};  ///< (d_model × d_k), (d_model × d_k), (d_model × d_v)
  double base = kPositionBase;
  bool compares_directions = false;  ///< records the cosines between the embeddings, too
};

/// Self-attention over both orders: without positions, with sinusoidal positions added, and without
/// positions under a causal mask. Each is recorded for both orders, from the input to `pooled`, the
/// mean of the output's rows. The cosines between embeddings, where they are wanted, are recorded
/// after the input of the orders without positions.
///
///     groups  "order 1", "order 2", "order 1 + PE", "order 2 + PE", "order 1 causal", ...
///     table   order: how far the outputs differ when rows are matched by word, and pooled
///
/// Without positions the rows of the output are permuted like the words (attention is
/// permutation-equivariant), and only what is pooled is the same (invariant).
///
/// Errors:  InputError if the two orders do not hold the same words.
Trace order_blindness(const OrderProblem& problem);

/// Where each word of `reordered` stands in `words`; equal words are taken in order.
/// Errors:  InputError naming a word that one of them lacks.
arma::uvec order_of(const std::vector<std::string>& words,
                    const std::vector<std::string>& reordered);

}  // namespace attn
