#pragma once

#include <cstdint>

#include "grading/marking/mark_submission.hpp"
#include "practice/answer/answer.hpp"
#include "practice/judge/check.hpp"

namespace attn {

/// The variant with the numbers of the book, which a sheet is about that says none.
constexpr std::uint64_t kOriginalVariant = 0;

/// Whether all answers of a sheet that were wrong in its own variant are right in the original one.
/// Not where so little was wrong that it may be chance.
bool are_answers_of_original(const GradedExercise& graded, const AnswerSheet& sheet,
                             const CheckResult& result);

}  // namespace attn
