#pragma once

#include "practice/exercise/exercise.hpp"

namespace attn {

/// A small exercise that asks for a program: the double of a matrix X, and the sum of its cells.
///
/// Checks: shape (X 2 × 3), values (X 1 × 1, then 2 × 2), after it first_row, which asks that a
/// change of the last row leaves the first one. Mistakes: "halved", "added_two", and one that gives
/// no number, "divided_by_zero".
const Exercise& doubling_exercise();

/// The same with the contract "tokens".
const Exercise& doubling_exercise_in_tokens();

}  // namespace attn
