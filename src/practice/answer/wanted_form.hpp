#pragma once

#include <armadillo>
#include <optional>
#include <string>

#include "practice/exercise.hpp"

namespace attn {

/// How a field wants its answer: "3 × 3, to 2 decimals", "two whole numbers". Translated.
std::string wanted_form(const Field& field, const arma::mat& truth);

/// "3 × 4".
std::string size_text(const arma::mat& matrix);

/// How much an answer may be off: "0.005", "0.1 %", both with "/" between, or "half a unit of digit
/// 2" where digits are counted from the first.
std::string allowed_text(const Tolerance& tolerance);

/// The same as a sentence; "" for an exact answer.
std::string allowed_sentence(const Tolerance& tolerance);

/// The tolerance without the little that allows for binary rounding: half a unit of the last digit
/// asked for, and zero for an exact answer.
Tolerance asked_tolerance(Tolerance tolerance);

/// The decimals that were asked for, else those at which rounding stays within `absolute`; below 0:
/// whole tens. Nothing where there is neither.
///
///     decimals = 3    3        absolute = 0.01    2        absolute = 5    -1
std::optional<int> asked_decimals(const Tolerance& tolerance);

/// Whether the answer is a whole number, or a matrix of them, and nothing between two of them: a
/// count, a shape.
bool asks_whole_numbers(const Field& field, const arma::mat& truth);

}  // namespace attn
