#pragma once

#include <string>
#include <string_view>

#include "practice/answer_sheet.hpp"

namespace attn {

/// Whether a name can stand before "=": a letter or underline, then also digits and hyphens.
bool is_answer_name(std::string_view text);

/// Puts one text under its name into a sheet; "exercise" and "variant" say what the sheet answers.
/// Errors:  InputError at `place` ("answer.txt: line 3") for a variant that is no whole number, an
///          exercise that is no id, a name given twice.
void put_answer(AnswerSheet& sheet, AnswerEntry entry, const std::string& place);

/// Reads an answer that is a JSON object (see read_answer_sheet): numbers and words as they are,
/// arrays as rows of a matrix or as lists; null is no answer.
/// Errors:  InputError for JSON that is none, other values, arrays nested more than two deep.
AnswerSheet read_answer_json(std::string_view text, const std::string& source);

}  // namespace attn
