#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "practice/exercise.hpp"
#include "practice/judge/compare.hpp"
#include "practice/judge/standpoint.hpp"
#include "practice/recipe/worksheet.hpp"

namespace attn {

/// What stands before each mistake in a text that lists several; a line is before the first.
inline constexpr std::string_view kListMark = "\n- ";

/// What a wrong answer turned out to be equal to.
struct Diagnosis {
  std::vector<const Alternative*> alternatives;  ///< of the exercise, the likeliest first
  std::string turned;  ///< the truth turned round: "transposed", "percentage"...; "" for none
  std::string text;    ///< what the learner is told, translated

  bool found() const { return !alternatives.empty() || !turned.empty(); }

  /// "no_scale", "transposed", or "".
  std::string name() const {
    return found() && turned.empty() ? alternatives.front()->name : turned;
  }
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

/// The truth of a field under an alternative; nothing where the alternative does not reach it.
std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field);

/// Whether an alternative exists with these numbers: a printed key belongs to the book's.
bool applies(const Alternative& alternative, const Worksheet& worksheet);

/// The first field at which an alternative's answer is not right; null if it is right everywhere.
const Field* first_wrong_field(const Exercise& exercise, const Worksheet& worksheet,
                               const Alternative& alternative);

/// Alternatives that may not coincide and cannot be told from the truth, or from one another where
/// they first show: pairs of names, the second "" being the truth.
std::vector<std::pair<std::string, std::string>> indistinguishable(const Exercise& exercise,
                                                                   const Worksheet& worksheet);

}  // namespace attn
