#pragma once

#include "cli/exercise/session.hpp"

namespace attn {

/// Asks an exercise question by question at the terminal, and judges each answer at once. What
/// cannot be read is asked again; a wrong answer may be tried again or left as it is. The end of
/// the input, or q, ends it, and the answers so far are judged.
/// Returns the exit code.
int ask_exercise(ExerciseSession& session);

}  // namespace attn
