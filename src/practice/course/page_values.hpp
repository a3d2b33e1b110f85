#pragma once

#include "practice/course/markdown.hpp"
#include "practice/recipe/worksheet.hpp"
#include "trace/document.hpp"

namespace attn {

/// What the {{names}} of an exercise's pages stand for: matrices with the words they belong to,
/// numbers, and lists of words. With `has_answers`, the names of fields too. A number in a sentence
/// has the digits that its question asks for, or those of {{name:2}}.
///
/// The worksheet must live as long. Errors of both functions: InputError for other names.
Placeholders page_values(Worksheet& worksheet, bool has_answers);

/// The matrix of a name, as a page shows it.
MarkedMatrix page_matrix(Worksheet& worksheet, const std::string& name);

}  // namespace attn
