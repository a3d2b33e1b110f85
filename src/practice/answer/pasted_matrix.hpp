#pragma once

#include <string>
#include <string_view>

#include "practice/answer/answer_context.hpp"

namespace attn {

/// The rows of a matrix that was copied from a screen or a table, as "1, 0; 0, 1": what attn prints
/// itself, with labels, headings, shades and sums; rows that each stand in brackets on a line of
/// their own; Markdown tables; and lines of cells in which each row has its label and the columns
/// have headings. Any other text as it is.
///
///         k0   k1              | 1 | 0 |         [1, 0]          ,k0,k1
///     q0 ⎡ 1.0  0.0 ⎤          |---|---|         [0, 1]          q0,1,0
///     q1 ⎣ 0.0  1.0 ⎦          | 0 | 1 |                         q1,0,1
///
/// Errors:  InputError for several matrices beside each other, and for labels that are those of the
///          matrix in another order.
std::string without_labels(std::string_view plain, const AnswerContext& context);

}  // namespace attn
