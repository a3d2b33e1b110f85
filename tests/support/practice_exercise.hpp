#pragma once

#include <string>

#include "practice/exercise/exercise.hpp"
#include "practice/judge/check.hpp"

namespace attn {

/// A small exercise with a field of most kinds: two words, Q and K of whole numbers with d_k = 4,
/// stages from scores to output, a mask in two readings, a choice, a list and a formula. It follows
/// from a manifest, and is the same for every test.
///
/// scores = [[2, 2], [1, 2]], scaled = scores / 2, V = [[2, 0], [0, 4]]
const Exercise& practice_exercise();

/// Judges an answer sheet against it, with the numbers of the book.
CheckResult check_answer(const std::string& sheet);

/// The result of one of its fields.
const FieldResult& result_of(const CheckResult& result, const std::string& field);

}  // namespace attn
