#pragma once

#include <map>
#include <string>

#include "cli/exercise/session.hpp"

namespace attn {

/// The answers to one exercise in a sitting. Where they cannot be kept, the sitting goes on with
/// what was typed in it, and says so.
class SittingAnswers {
 public:
  SittingAnswers(ExerciseSession& session, const Exercise& exercise, std::uint64_t variant);

  /// Those to questions that the exercise has.
  const AnswerSheet& sheet() const { return sheet_; }

  /// The text of an answer; "" where there is none.
  std::string text(const Field& field) const;

  /// Keeps the text of an answer; "" takes it away. What another sitting has kept since comes with
  /// it.
  void keep(const Field& field, const std::string& text);

  /// Looks at what another sitting has kept since.
  void read_again();

  /// Why nothing is kept, as a sentence; "" where it is.
  const std::string& trouble() const { return trouble_; }

  /// What was wrong with the file of the answers, as sentences; "" if nothing was.
  const std::string& damage() const { return damage_; }

 private:
  void take(AnswerSheet sheet);
  template <typename Do>
  void unless_it_fails(const Do& act);

  ExerciseSession& session_;
  const Exercise& exercise_;
  AnswerSheet sheet_;
  std::map<std::string, std::string> unkept_;  // by question: what the next keep() tries again
  std::string trouble_, damage_;
};

}  // namespace attn
