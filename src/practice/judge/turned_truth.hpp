#pragma once

#include <armadillo>
#include <vector>

#include "practice/judge/diagnose.hpp"

namespace attn {

/// How a wrong answer becomes the truth by being turned round: a list in another order, with a word
/// paired with itself or with capital letters mixed up; transposed, as a percentage, with other
/// signs, in another order of rows or columns, with the decimal point or the power of ten
/// elsewhere, with a digit lost at the end, cut off instead of rounded, off in the last digit only,
/// or with fewer digits than were asked for, of which `typed_decimals` counts those of the text,
/// which may end in zeros, and `in_cells` those of each cell (see typed_in_cells).
Diagnosis turned_truth(const Field& field, const arma::mat& given, const arma::mat& truth,
                       int typed_decimals = 0, const std::vector<int>& in_cells = {});

/// A number where a formula is asked for.
///
/// Shapes:  given, truth (kSamplePoints × 1): values of the two formulas
Diagnosis number_for_formula(const Field& field, const arma::mat& given, const arma::mat& truth);

}  // namespace attn
