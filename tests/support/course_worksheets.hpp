#pragma once

#include <vector>

#include "practice/exercise/worksheet.hpp"
#include "practice/judge/check.hpp"

namespace attn {

/// The exercises that come with attn, and one of them.
/// Errors: std::out_of_range if there is none.
const std::vector<Exercise>& course_exercises();
const Exercise& course_exercise(const std::string& id);

/// The answers of a sheet to one of them, judged with the numbers of the book.
std::vector<FieldResult> judged_sheet(const std::string& id, const std::string& sheet);

/// Each of them with its first variants; drawn once.
const std::vector<Worksheet>& course_worksheets();

/// Whether a property that compares each wrong answer with every mistake, which takes its time, is
/// tried on this one: the first variant, or all with ATTN_ALL_ROUNDS=1.
bool is_tried(const Worksheet& worksheet);

/// How a failure names one of them: "attention-by-hand variant 1, ".
std::string named(const Worksheet& worksheet);

}  // namespace attn
