#pragma once

#include "mechanisms/attention/scaled_dot_product.hpp"

namespace attn {

/// Self-attention over some tokens, and the fixed filters to set beside it.
struct FilterProblem {
  AttentionProblem attention{};  ///< from embeddings, one sequence
  arma::uword n_taps = 3;        ///< of the moving average
  double alpha = 0.3;            ///< the newest token's share of the exponential average
};

/// Two filters with fixed weights and attention over the same tokens, before and after the first
/// token is changed: 1 is added to each number of its embedding. The weights of a filter stay.
///
///     groups  "moving average", "exponential average", "attention", and each "... changed"
///     tables  change: the largest change of the weights and of the output; costs
///
/// Errors:  InputError if attention is not of one sequence of embeddings; as moving_average_matrix,
///          exponential_average_matrix and scaled_dot_product
Trace filter_study(const FilterProblem& problem);

}  // namespace attn
