#pragma once

#include <variant>

#include "mechanisms/attention/given_attention.hpp"
#include "mechanisms/attention/scaled_dot_product.hpp"

namespace attn {

/// Attention that a study looks at: from words or matrices, from scores, or a pattern.
using AttentionToStudy = std::variant<AttentionProblem, GivenAttention>;

/// Its stages.
/// Errors:  as scaled_dot_product and given_attention
inline Trace stages_of_attention(const AttentionToStudy& attention) {
  if (const auto* given = std::get_if<GivenAttention>(&attention)) return given_attention(*given);
  return scaled_dot_product(std::get<AttentionProblem>(attention));
}

/// Whether there are values to mix, and so an output.
inline bool has_output(const Trace& trace) { return trace.stages.back().id == "output"; }

}  // namespace attn
