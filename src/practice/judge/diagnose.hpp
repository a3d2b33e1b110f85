#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "practice/exercise.hpp"
#include "practice/judge/compare.hpp"
#include "practice/recipe/worksheet.hpp"

namespace attn {

/// What a wrong answer turned out to be equal to.
struct Diagnosis {
  const Alternative* alternative = nullptr;  ///< of the exercise; null for none
  std::string turned;  ///< the truth turned round: "transposed", "percentage"...; "" for none
  std::string text;    ///< what the learner is told, translated

  bool found() const { return alternative != nullptr || !turned.empty(); }

  /// "no_scale", "transposed", or "".
  std::string name() const { return alternative != nullptr ? alternative->name : turned; }
};

/// The learner's earlier answers, under the names of their fields.
struct EarlierAnswers {
  Definitions right;     ///< as the truth has them
  Definitions accepted;  ///< right in another reading
  Definitions wrong;
};

/// The mistake that an answer is equal to, computed from the truth or from the learner's own wrong
/// answers. Of several within the tolerance, those that no earlier answer contradicts come first,
/// and then the nearest.
Diagnosis equal_mistake(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                        const arma::mat& given, const EarlierAnswers& earlier);

/// The accepted reading that an answer is equal to, unless an earlier answer contradicts it.
Diagnosis equal_reading(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                        const arma::mat& given, const EarlierAnswers& earlier);

/// How a wrong answer becomes the truth by being turned round: transposed, as a percentage, with
/// the other sign, in another order of rows, or with more digits.
Diagnosis turned_truth(const Field& field, const arma::mat& given, const arma::mat& truth);

/// The truth of a field under an alternative; nothing where the alternative does not reach it.
std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field);

/// Whether an alternative exists with these numbers: a printed key belongs to the book's.
bool applies(const Alternative& alternative, const Worksheet& worksheet);

/// The first field at which an alternative's answer is not right; null if it is right everywhere.
const Field* first_wrong_field(const Exercise& exercise, const Worksheet& worksheet,
                               const Alternative& alternative);

/// Alternatives that cannot be told from the truth, or from one another where they first show:
/// pairs of names, the second "" being the truth.
std::vector<std::pair<std::string, std::string>> indistinguishable(const Exercise& exercise,
                                                                   const Worksheet& worksheet);

}  // namespace attn
