#pragma once

#include <armadillo>

#include "practice/exercise.hpp"

namespace attn {

/// Whether an answer is right but for last digits that were changed so that each row sums to 1, as
/// it does before it is rounded: 0.333 0.333 0.334. No more may be changed than that takes.
bool is_rounded_to_sum(const Field& field, const arma::mat& given, const arma::mat& truth);

}  // namespace attn
