#pragma once

#include <armadillo>

#include "practice/exercise.hpp"

namespace attn {

/// Whether a number is what is left of numbers that cancel, 0.1 + 0.2 − 0.3: next to 0, but not as
/// near as 1e-50, and with more digits than anybody writes.
bool is_rest(double number);

/// Whether the numbers that a mistake leads to, rounded to the digits that were written, are the
/// answer. −∞ may stand in both, as a mask leaves it. What is no number must be equal.
///
///     |given − candidate| ≤ half a unit of the last digit
///
/// The last digit is the one that was written or the one that was asked for, whichever is finer; of
/// a single number with three digits or more, the one that was written.
/// `typed_decimals` are those of the text, which may end in zeros.
bool fits(const Field& field, const arma::mat& given, const arma::mat& candidate,
          int typed_decimals = 0);

}  // namespace attn
