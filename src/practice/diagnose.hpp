#pragma once

#include <string>
#include <vector>

#include "practice/compare.hpp"
#include "practice/exercise.hpp"
#include "practice/worksheet.hpp"

namespace attn {

/// What an answer turned out to be equal to.
struct Diagnosis {
  const Alternative* alternative = nullptr;  ///< of the exercise; null for none
  std::string shape_of_mistake;              ///< "transposed", "percentage", "negated"...; or ""
  std::string text;                          ///< what the learner is told, translated

  bool found() const { return alternative != nullptr || !shape_of_mistake.empty(); }
};

/// What a wrong answer equals: the answer of one of the exercise's alternatives, computed from the
/// truth or from the learner's own earlier answers; else the truth turned round. The nearest counts
/// where several are within the tolerance.
///
/// `own` holds the learner's earlier answers that are wrong.
Diagnosis diagnose(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                   const arma::mat& given, const Definitions& own, bool is_percentage);

/// The truth of a field under an alternative; nothing where the alternative does not reach it.
std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field);

/// Alternatives that cannot be told from the truth, or from one another, by any field: pairs of
/// names, "" being the truth.
std::vector<std::pair<std::string, std::string>> indistinguishable(const Exercise& exercise,
                                                                   const Worksheet& worksheet);

}  // namespace attn
