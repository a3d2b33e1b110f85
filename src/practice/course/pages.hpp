#pragma once

#include <string>

#include "practice/exercise.hpp"
#include "practice/recipe/worksheet.hpp"
#include "trace/document.hpp"

namespace attn {

/// "1 softmax-by-hand — Softmax by hand"; without the number where it has none.
std::string exercise_name(const Exercise& exercise);

/// What a field asks for, in which form, and whether it counts: lines of their own.
std::string question_text(const Field& field, const arma::mat& truth);

/// The page of an exercise: its prompt with the numbers of the worksheet, then what is asked for,
/// field by field, with shape and tolerance.
/// Errors:  InputError if the page is not Markdown that we can show, or names a value that it may
///          not show.
Document prompt_page(const Exercise& exercise, Worksheet& worksheet);

/// The prompt alone, with the numbers of the worksheet.
/// Errors:  as prompt_page.
Document own_prompt(const Exercise& exercise, Worksheet& worksheet);

/// The page without what is asked.
Document introduction_page(const Exercise& exercise, Worksheet& worksheet);

/// What the exercise gives, and no more: every matrix, number and list of words that its prompt
/// shows, in that order. Matrices stand side by side where they fit.
/// Errors:  as prompt_page.
Document given_values(const Exercise& exercise, Worksheet& worksheet);

/// Adds the options of a choice; nothing for other kinds, and where the options say no more than
/// their letters, which stand beside the question.
void append_options(Document& page, const Field& field);

/// A page of the exercise's own (a hint, the solution) with the numbers of the worksheet.
/// Errors:  as prompt_page, but answers may be shown.
Document own_page(const LocalText& markdown, Worksheet& worksheet);

/// The worked solution: its page, and the program where one is asked for.
/// Errors:  as prompt_page, but answers may be shown.
Document solution_page(const Exercise& exercise, Worksheet& worksheet);

/// What `start` writes: the template, with the exercise's id and variant as its first entries;
/// those that the template has already are replaced where they stand.
std::string template_text(const Exercise& exercise, std::uint64_t variant);

}  // namespace attn
