// Which mistake of an exercise explains a wrong answer.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/judge/check.hpp"

namespace attn {

// What a learner may have gone on from, so that one slip counts once.

/// An earlier answer of which only the written digits are known: what was gone on from may be
/// anything that rounds to them.
struct RoundedAnswer {
  std::string name;
  arma::mat written;
  double half_unit = 0.0;  ///< of the last digit
};

/// One way in which a learner may have gone on: these answers in the place of the right ones.
struct Standpoint {
  Definitions answers;
  std::vector<RoundedAnswer> rounded;
};

/// Whether an answer is wrong and says nothing (zeros, the same number everywhere, a constant for a
/// formula, nothing but NaN), so that nothing follows from it; unless a known mistake gives it.
bool is_blank_slip(const FieldResult& result);

/// Whether an answer says nothing after an earlier slip that is all zeros or the same number
/// everywhere: zeros, that number again, or what is chosen or listed, but for what is chosen by a
/// single number. A known mistake that gives the earlier one explains that one only, but for a
/// fraction, as equal weights are, and for zeros that are meant: among the answers `before` there
/// are other numbers, or no other zeros and the mistake never coincides with another.
bool is_nothing_after(const Field& field, const arma::mat& given, const FieldResult& earlier,
                      const std::vector<FieldResult>& before);

/// The earlier results that a field depends on, and that an answer to it can follow from: read,
/// graded, without ∞, and not so that the answer says nothing after it (see is_nothing_after).
/// Nothing follows from a blank slip, but that numbers follow from the same number everywhere.
std::vector<const FieldResult*> results_behind(const Worksheet& worksheet, const Field& field,
                                               const arma::mat& given,
                                               const std::vector<FieldResult>& before);

/// Every way to have gone on from them, the likeliest first. A slip is gone on from as it was
/// written, or with all the digits of the mistake that it shows; a right answer as it was written,
/// or with all digits.
std::vector<Standpoint> standpoints(const Worksheet& worksheet,
                                    const std::vector<const FieldResult*>& behind);

/// What a field is there; nothing where no answer can be computed from them.
std::optional<arma::mat> value_at(const Worksheet& worksheet, const Standpoint& standpoint,
                                  const Field& field);

/// Whether an answer is what follows there, for some of the numbers that round to what was
/// written.
///
///     |given − f(x)| ≤ allowed + Σ |f(x ± h) − f(x)|   over the rounded cells x, h half a unit
bool follows_at(const Worksheet& worksheet, const Standpoint& standpoint, const Field& field,
                const arma::mat& given);

/// Whether an answer was rounded as people round: to the digits that were asked for, or correctly
/// to more of them, from all digits or from what was rounded before it. What follows from anything
/// else is not what was taught.
bool is_rounded_truth(const Worksheet& worksheet, const FieldResult& result,
                      const std::vector<FieldResult>& before);

/// What stands before each mistake in a text that lists several; a line is before the first.
inline constexpr std::string_view kListMark = "\n- ";

/// Every turn that is told, by what is seen of the answer.
namespace turns {
using Rank = Turn::Rank;
constexpr bool kIsHabit = true, kIsPartlyRight = true;

// the cells, rows or columns
inline constexpr Turn kTransposed{"transposed"};
inline constexpr Turn kRows{"rows_in_another_order"};
inline constexpr Turn kColumns{"columns_in_another_order"};
inline constexpr Turn kMaskReversed{"mask_reversed"};
inline constexpr Turn kOneCell{"one_cell", Rank::behind, !kIsHabit, kIsPartlyRight};
inline constexpr Turn kOneRow{"one_row", Rank::behind, !kIsHabit, kIsPartlyRight};
inline constexpr Turn kOneColumn{"one_column", Rank::behind, !kIsHabit, kIsPartlyRight};
// the numbers
inline constexpr Turn kPercentage{"percentage", Rank::behind, kIsHabit};
inline constexpr Turn kNegated{"negated", Rank::caused};
inline constexpr Turn kSigns{"signs"};
inline constexpr Turn kDecimalPoint{"decimal_point"};
inline constexpr Turn kPowerOfTen{"power_of_ten"};
inline constexpr Turn kNotFinite{"not_finite"};
inline constexpr Turn kNoWholeNumber{"no_whole_number"};
inline constexpr Turn kNumberForFormula{"number_for_formula"};
inline constexpr Turn kParenthesesMissing{"parentheses_missing"};
// their digits
inline constexpr Turn kDigitMissing{"digit_missing"};
inline constexpr Turn kDigitTooMany{"digit_too_many"};
inline constexpr Turn kOneDigit{"one_digit"};
inline constexpr Turn kDigitsExchanged{"digits_exchanged"};
inline constexpr Turn kCutOff{"cut_off", Rank::last_digit, kIsHabit};
inline constexpr Turn kRoundedUp{"rounded_up", Rank::last_digit, kIsHabit};
inline constexpr Turn kRoundedUpShort{"rounded_up_short", Rank::last_digit, kIsHabit};
inline constexpr Turn kLastDigit{"last_digit", Rank::last_digit};
inline constexpr Turn kTooFewDigits{"too_few_digits", Rank::few_digits, kIsHabit};
inline constexpr Turn kCutShort{"cut_short", Rank::few_digits, kIsHabit};
inline constexpr Turn kZerosForDigits{"zeros_for_digits"};
// the items of a list
inline constexpr Turn kAnotherOrder{"another_order", Rank::caused};
inline constexpr Turn kCapitalLetters{"capital_letters"};
inline constexpr Turn kPairWithItself{"pair_with_itself", Rank::ahead};
inline constexpr Turn kOneOverlooked{"one_overlooked", Rank::ahead};
}  // namespace turns

/// What a wrong answer turned out to be equal to.
struct Diagnosis {
  std::vector<const Alternative*> alternatives{};  ///< of the exercise, the likeliest first
  const Turn* turn = nullptr;                      ///< null where no turn of the truth gives it
  std::string text{};                              ///< what the learner is told, translated

  bool found() const { return !alternatives.empty() || turn != nullptr; }

  /// "no_scale", "transposed", or "".
  std::string name() const {
    if (turn != nullptr) return turn->name;
    return alternatives.empty() ? "" : alternatives.front()->name;
  }

  Turn::Rank rank() const { return turn != nullptr ? turn->rank : Turn::Rank::behind; }
};

/// Whether an answer is, as exactly as is asked for, what one of the mistakes of a diagnosis gives.
bool is_just_so(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                const Diagnosis& diagnosis);

/// Whether a mistake gives the very number that was typed, which has one digit: of several, it is
/// told too that they are those of the truth.
bool is_one_digit_of(const Worksheet& worksheet, const FieldResult& result,
                     const Diagnosis& mistake);

/// The mistakes that an answer is equal to, computed from the truth or from the learner's own
/// earlier answers.
///
/// Only those count that give just the digits that were written (see fits). A mistake is left out
/// that any of the earlier answers rules out, and one that is as good as right. One that was shown
/// before goes first, then those at this very question; of one at a question that was left empty
/// only a single one is named. Several that give the same numbers are all named, up to three.
Diagnosis equal_mistake(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                        const std::vector<FieldResult>& before, int typed_decimals = 0);

/// What is true of an answer, and after it what else may have led to it.
Diagnosis either(const Diagnosis& one, const Diagnosis& other);

/// The accepted reading that an answer is equal to, unless an earlier right answer is in another
/// one.
Diagnosis equal_reading(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                        const std::vector<FieldResult>& before);

/// Whether a number is what is left of numbers that cancel, 0.1 + 0.2 − 0.3: next to 0, but not as
/// near as 1e-50, and with more digits than anybody writes.
bool is_rest(double number);

/// How much of a wrong answer is right, where no mistake has its numbers: all cells but one, all
/// rows or columns but one, all digits of a number but one or two that have changed places, or a
/// list from which one item is missing. Or that it is no number, or no whole one where a count is
/// asked for.
///
///     {0.4, 0.2, 0.4} beside {0.4, 0.3, 0.4}    "one_cell"
///     262134 beside 262144                      "one_digit"
///     the first, second and fourth of a list    "one_overlooked"
Diagnosis near_truth(const FieldResult& result);

}  // namespace attn
