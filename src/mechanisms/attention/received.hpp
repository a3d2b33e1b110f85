#pragma once

#include "trace/trace.hpp"

namespace attn {

/// How much attention each key receives: the mean of its column of the weights, and its rank.
///
///     received(j) = Σ over i of A(i, j) / n_q
///
/// Beside it, where the trace begins with a pattern that is no distribution, the sum of the
/// pattern's column (the degree of a node, in a graph of similarities) and its rank; and where
/// queries and keys are the same tokens, their part of a long walk that goes from token to token by
/// the weights. Equal numbers share a rank.
Table received_table(const Trace& trace);

}  // namespace attn
