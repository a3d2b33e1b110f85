#pragma once

#include <optional>
#include <string>
#include <vector>

#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"

namespace attn {

// What a learner's earlier answers lead to, so that one slip counts once.

/// The earlier answers from which something can follow: numbers, of the right shape.
EarlierAnswers earlier_answers(const std::vector<FieldResult>& before);

/// The earlier fields that were wrong in their own right and that this one depends on.
std::vector<std::string> slips_behind(const Worksheet& worksheet, const Field& field,
                                      const std::vector<FieldResult>& before);

/// Whether an answer is what follows from earlier ones that were wrong: as they were written, or,
/// since they may have been rounded, from the mistakes that they showed.
bool follows_from(const Exercise& exercise, const Worksheet& worksheet, const FieldResult& result,
                  const Definitions& wrong, const std::vector<FieldResult>& before);

/// If an answer is what follows from the earlier ones as they were written, how the two compare:
/// the earlier ones may be right, but rounded.
std::optional<Comparison> match_with_rounded(const Worksheet& worksheet, const FieldResult& result,
                                             const std::vector<FieldResult>& before);

}  // namespace attn
