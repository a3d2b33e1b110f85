#pragma once

#include <vector>

#include "grading/gradebook.hpp"
#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"

namespace attn {

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
