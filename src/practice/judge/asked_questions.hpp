#pragma once

#include <string>
#include <vector>

#include "practice/answer/answer_sheet.hpp"
#include "practice/exercise.hpp"
#include "practice/recipe/worksheet.hpp"

namespace attn {

/// The names of an exercise's questions, in order.
std::vector<std::string> question_names(const Exercise& exercise);

/// Errors:  InputError with the name that was probably meant, if the exercise does not ask for the
///          entry's.
void require_question(const Exercise& exercise, const AnswerEntry& entry);

/// What is said of names that the exercise does not ask for, and of lines that are no answers:
/// sentences, translated.
std::vector<std::string> unread_lines(const Exercise& exercise, const AnswerSheet& sheet);

/// Whether the sheet does not say that it answers another exercise; it may name this one by its
/// number.
bool may_be_for(const Exercise& exercise, const AnswerSheet& sheet);

/// Errors:  InputError if the sheet says that it answers another exercise.
void require_same_exercise(const Exercise& exercise, const AnswerSheet& sheet);

/// Errors:  InputError if the sheet says that it answers another variant.
void require_same_variant(const Worksheet& worksheet, const AnswerSheet& sheet);

}  // namespace attn
