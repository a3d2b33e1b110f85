#pragma once

#include <armadillo>

#include "practice/judge/diagnose.hpp"

namespace attn {

/// How a wrong answer becomes the truth by being turned round: a list in another order, or with
/// a word paired with itself; transposed,
/// as a percentage, with other signs, in another order of rows or columns, with the decimal point
/// or the power of ten elsewhere, with a digit lost at the end, cut off instead of rounded, off in
/// the last digit only, or with fewer digits than were asked for.
Diagnosis turned_truth(const Field& field, const arma::mat& given, const arma::mat& truth);

/// A number where a formula is asked for.
///
/// Shapes:  given, truth (kSamplePoints × 1): values of the two formulas
Diagnosis number_for_formula(const Field& field, const arma::mat& given, const arma::mat& truth);

}  // namespace attn
