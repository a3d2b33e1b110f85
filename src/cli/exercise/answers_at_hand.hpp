#pragma once

#include <optional>
#include <string>

#include "cli/exercise/session.hpp"
#include "practice/answer/answer.hpp"

namespace attn {

/// An answer that nobody named.
struct AnswersAtHand {
  AnswerSheet sheet;
  std::string what;  ///< a sentence that says which it is
};

/// The answers to the exercise that lie at hand: what was typed at the prompt, or the file that
/// `start` writes where no other name is given, in this folder. Where there are both, the one that
/// was changed last. Nothing where there is neither, or nothing is filled in.
/// Errors: those of read_answer_sheet for the file; SurroundingsError.
std::optional<AnswersAtHand> answers_at_hand(ExerciseSession& session);

/// The name of the file that `start` writes where none is given.
std::string usual_answer_file(const Exercise& exercise);

}  // namespace attn
