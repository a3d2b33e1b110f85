#pragma once

#include <cstdint>
#include <vector>

#include "grading/gradebook.hpp"
#include "grading/marking/marking.hpp"
#include "practice/answer/answer.hpp"
#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"

namespace attn {

/// The variant with the numbers of the book, which a sheet is about that says none.
constexpr std::uint64_t kOriginalVariant = 0;

/// Whether all answers of a sheet that were wrong in its own variant are right in the original one.
/// Not where so little was wrong that it may be chance.
bool are_answers_of_original(const GradedExercise& graded, const AnswerSheet& sheet,
                             const CheckResult& result);

/// A point for each graded question, or as many as the manifest says: in full where the answer is
/// right, be it in another reading, or follows from an earlier one; else none.
std::vector<MarkedItem> marked_items(const CheckResult& result);

/// The same for each check of a program. None where it could not be compiled.
std::vector<MarkedItem> marked_items(const ProgramResult& result);

/// Every question or check without a verdict, at 0 points.
std::vector<MarkedItem> open_items(const Exercise& exercise);

/// Forgets the requests of hidden checks, and what was replied to them: nobody reads of them.
void conceal_hidden(ProgramResult& result);

/// What everybody is asked in an exercise, in the user's language.
AskedExercise asked_exercise(const Exercise& exercise);

}  // namespace attn
