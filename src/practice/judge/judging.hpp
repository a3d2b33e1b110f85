#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "practice/exercise/exercise.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"

namespace attn {

/// The earlier wrong answers whose wrong cells an answer repeats, where the same numbers are right
/// in both: so a slip in a row of weights counts once, though the row stands in the masked weights
/// too. Nothing if any cell is wrong in another way.
std::vector<std::string> copied_slips(const FieldResult& result,
                                      const std::vector<FieldResult>& before);

/// An answer to which parentheses were added.
struct MeantAnswer {
  std::string text;
  std::string first_changed;  ///< the number, cell or formula in which they were added first
};

/// The answers that may have been meant, where parentheses were left out in the same way in every
/// cell (see with_parentheses); none where an answer has no formulas.
std::vector<MeantAnswer> answers_with_parentheses(const Field& field, const std::string& text);

/// The names of the earlier answers that show the mistake of this one already: one of the exercise,
/// or a habit of writing numbers, such as percentages. Whoever makes it again has made one mistake.
std::vector<std::string> same_mistakes(const Diagnosis& mistake, const FieldResult& result,
                                       const std::vector<FieldResult>& before);

/// Whether an answer is right but for last digits that were changed so that each row sums to 1, as
/// it does before it is rounded: 0.333 0.333 0.334. No more may be changed than that takes.
bool is_rounded_to_sum(const Field& field, const arma::mat& given, const arma::mat& truth);

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

/// How the digits of an answer are wrong that is nearly the truth, told apart: too few of them, cut
/// off, both, rounded up, off in the last one, or zeros in their place. Each cell is looked at with
/// the decimals that it was written with (`in_cells`), so that no other mistake is named for them.
/// Nothing where it is farther from the truth.
Diagnosis wrong_digits(const Field& field, const arma::mat& given, const arma::mat& truth,
                       int typed_decimals, const std::vector<int>& in_cells);

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
