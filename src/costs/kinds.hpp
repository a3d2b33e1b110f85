#pragma once

#include <initializer_list>

#include "costs/formula/formula.hpp"

namespace attn {

/// Whether a quantity is of one of some kinds, whichever stack or attention it belongs to:
/// "scores", "cross_scores" and "decoder_cross_scores" are all scores.
bool is_of_kind(const Quantity& quantity, std::initializer_list<const char*> kinds);

/// Q Kᵀ or W V: what grows with the number of pairs.
bool is_pair_product(const Quantity& term);

/// The projections to queries, keys and values, or from heads to output.
bool is_projection(const Quantity& term);

}  // namespace attn
