#pragma once

#include "practice/judge/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// How many decimals show an answer so that its error can be seen: one more than its tolerance has,
/// and more where a wrong cell would still look right.
int visible_decimals(const FieldResult& result);

/// The learner's matrix with the wrong cells marked, and beside it, if it may be shown, the right
/// one: at most 8 × 8 cells, around the worst. By itself it has no more decimals than were typed or
/// asked for.
MatrixRow marked_answer(const FieldResult& result, bool with_expected);

/// "row 3, column 1 (sat, The)". Translated.
std::string place_text(const Field& field, const CellDifference& cell);

/// Which part of the matrix marked_answer() shows, as a sentence; "" for all of it.
std::string shown_part(const FieldResult& result);

}  // namespace attn
