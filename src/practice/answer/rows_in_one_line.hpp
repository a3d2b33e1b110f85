#pragma once

#include <string>
#include <string_view>

#include "practice/answer/answer_context.hpp"

namespace attn {

/// Rows and cells in one line as people part them, in attn's own way: rows between strokes
/// (`1 0 / 0 1`), between bars (`1 0 | 0 1`) or in parentheses (`(1 0) (0 1)`), the cells of one
/// row between bars, and those behind names: `The: 1.2, cat: 1.1`, `k1=0.1 k2=0.9`, `x=1 y=2`. Only
/// where that gives just the rows and columns that are asked for; else the text as it is.
/// Errors: InputError where the names are those of the columns, in another order.
std::string rows_in_one_line(std::string_view text, const AnswerContext& context);

/// Whether commas within the numbers of a matrix must be decimal commas: read so, and only so, it
/// has the rows and columns that are asked for.
bool has_decimal_commas(std::string_view text, const AnswerContext& context);

}  // namespace attn
