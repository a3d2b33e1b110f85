#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "grading/marking/mark_submission.hpp"
#include "practice/answer/answer_sheet.hpp"
#include "practice/judge/check.hpp"

namespace attn {

/// Another variant in which all answers of a sheet are right that were wrong in its own: the
/// original one, or else the first of `others`. Nothing where there is none, or where so little was
/// wrong that it may be chance.
std::optional<std::uint64_t> variant_of_answers(const GradedExercise& graded,
                                                const AnswerSheet& sheet, const CheckResult& result,
                                                const std::set<std::uint64_t>& others);

}  // namespace attn
