#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "practice/answer/answer_context.hpp"

namespace attn {

/// A text of plain characters without the name and the equals sign that people write before an
/// answer: "total = 42" and "= 42" as "42", "f(n) = n" as "n". A name in `kept` stays.
std::string_view without_name(std::string_view plain, const std::vector<std::string>& kept);

/// Whole numbers as programs and people group their digits, without that: "1_048_576", "1'048'576",
/// and where `by_words` says so "1,048,576" and "1 048 576". "1,5" stays. A single comma may be a
/// decimal one, so "1,048" stays too unless the number is known to be whole.
std::string without_grouping(std::string_view plain, bool by_words, bool is_whole);

/// A number, and the part of an answer that it was read from.
struct TypedNumber {
  double value = 0.0;
  std::string text{};  ///< with its unit, and without its working
};

/// The number of a whole answer: arithmetic in which the numbers of the context have their names,
/// with a name and an equals sign before it, and a unit behind (see without_units). 40 % is 0.4;
/// degrees are turned into radians, which `remarks` says. Working in parentheses beside it is left
/// out; of a rounded count, "0.26 million (262144)", the exact one is taken.
///
/// Errors:  InputError naming the piece and its place; also where two sides of an equals sign
/// differ.
TypedNumber typed_number(std::string_view plain, const AnswerContext& context,
                         std::vector<std::string>& remarks);

/// The number of one cell: no spaces or commas, and no unit but % and °.
/// Errors:  as typed_number.
double typed_cell(std::string_view plain, const AnswerContext& context);

}  // namespace attn
