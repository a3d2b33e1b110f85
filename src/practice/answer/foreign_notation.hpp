#pragma once

#include <string>
#include <string_view>

#include "practice/answer/answer_context.hpp"
#include "practice/exercise.hpp"

namespace attn {

/// A number as other programs and languages write it, in attn's own way: 6.28... and Math.PI,
/// 26万2144, 40\%, and M, G or k behind a decimal (115.1M).
/// Errors: InputError for 262k, which may be 262 times 1000 or 1024.
std::string number_in_plain_notation(std::string_view plain);

/// An answer without the unit behind it, where that is the one the question asks for in words:
/// MACs, FLOP or numbers. Another unit stays, and is refused later on.
std::string without_asked_unit(const Field& field, std::string_view plain);

/// Rows as R, pandas and Julia print them, and rows in one line behind labels or as
/// `rows_in_one_line` has them, with the semicolons between rows that attn reads.
std::string rows_in_plain_notation(std::string_view plain, const AnswerContext& context);

/// Pairs with \to, > or another arrow, and with the arrow the other way round (mat<-cat).
std::string pairs_in_plain_notation(std::string_view plain);

}  // namespace attn
