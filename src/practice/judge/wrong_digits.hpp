#pragma once

#include <armadillo>
#include <vector>

#include "practice/exercise.hpp"
#include "practice/judge/diagnose.hpp"

namespace attn {

/// How the digits of an answer are wrong that is nearly the truth, told apart: too few of them, cut
/// off, both, rounded up, off in the last one, or zeros in their place. Each cell is looked at with
/// the decimals that it was written with (`in_cells`), so that no other mistake is named for them.
/// Nothing where it is farther from the truth.
Diagnosis wrong_digits(const Field& field, const arma::mat& given, const arma::mat& truth,
                       int typed_decimals, const std::vector<int>& in_cells);

}  // namespace attn
