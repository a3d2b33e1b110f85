#pragma once

#include <initializer_list>
#include <vector>

#include "costs/formula/formula.hpp"

namespace attn {

/// Whether a quantity is of one of some kinds, whichever stack or attention it belongs to:
/// "scores", "cross_scores" and "decoder_cross_scores" are all scores.
bool is_of_kind(const Quantity& quantity, std::initializer_list<const char*> kinds);

/// Q Kᵀ or W V: what grows with the number of pairs.
bool is_pair_product(const Quantity& term);

/// The projections to queries, keys and values, or from heads to output.
bool is_projection(const Quantity& term);

/// What the quantities that `selects` picks have together of one part: their counts or formulas.
template <typename Part, typename Selects>
Part sum_where(const std::vector<Quantity>& quantities, Part Quantity::*part,
               const Selects& selects) {
  Part sum = 0;
  for (const Quantity& quantity : quantities)
    if (selects(quantity)) sum += quantity.*part;
  return sum;
}

}  // namespace attn
