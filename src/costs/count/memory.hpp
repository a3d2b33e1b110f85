#pragma once

#include <vector>

#include "costs/formula/formula.hpp"
#include "costs/model/model.hpp"
#include "costs/pass.hpp"

namespace attn {

/// Bytes of a number of stored values: `each`, or half a byte for 4-bit types.
Formula bytes_of(const Formula& values, const Dtype& dtype, const Formula& each = Formula("b"));

/// Bytes held: weights, the cache of keys and values, the scores of one layer if they are stored
/// and what takes their place if not; in decoding also what one step reads, in training the state
/// of the optimiser and the activations.
///
///     weights  N b   cache  2 B L h_kv d_h S b   scores  B h T S b   maximum and sum  2 B h T b
///     training  16 N or 18 N   activations  B T L (34 d + 5 h T)
///
/// Weights and cache of another type than the scores have b_w and b_kv bytes each.
///
/// `arguments` must hold every symbol of the model and the pass, and N and N_r, the number of
/// parameters and of those that a step of decoding reads.
///
/// Units:   bytes
/// Source:  Korthikanti et al. 2022, arXiv:2205.05198, §4 (activations, 16-bit, nothing recomputed)
std::vector<Quantity> memory_of(const Model& model, const Pass& pass, const Arguments& arguments);

}  // namespace attn
