#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "practice/judge/check.hpp"

namespace attn {

/// An answer as a person writes it: rounded to the digits that the tolerance leaves room for.
arma::mat written(const Field& field, const arma::mat& answer);

/// What the judging says of the answers that hold under an alternative, or, without one, of the
/// truth: the result of every field up to `last`, that one included. The answers are exact, or as
/// they would be written.
std::vector<FieldResult> tried_answers(const Exercise& exercise, const Worksheet& worksheet,
                                       const Alternative* alternative, const Field& last,
                                       bool as_written);

/// Answers of one worksheet's alternatives, as people write them. What comes before a wrong answer
/// is right in most of them, and then judged once.
///
/// The exercise must live at least as long.
class TriedAnswers {
 public:
  TriedAnswers(const Exercise& exercise, const Worksheet& worksheet);

  /// What the judging says of the first answer of an alternative that is not right, be it in its
  /// shape alone; nothing where all of them are. It has the digits that the tolerance leaves room
  /// for, or all of them.
  std::optional<FieldResult> first_wrong(const Alternative& alternative, bool as_written) const;

  /// The same after an answer in an accepted reading: some mistakes are made only by those who
  /// answered so before.
  std::optional<FieldResult> first_wrong_after(const Alternative& reading,
                                               const Alternative& alternative) const;

 private:
  std::vector<FieldResult> before(const Alternative& alternative, const Field& last) const;
  bool answers_rightly_before(const Alternative& alternative, const Field& last) const;

  const Exercise& exercise_;
  const Worksheet worksheet_;
  std::vector<FieldResult> right_;  ///< the truth, judged
};

/// Whether a judgement names an alternative, be it among others that give the same.
bool is_named_in(const FieldResult& result, const Alternative& alternative);

}  // namespace attn
