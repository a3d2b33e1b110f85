#pragma once

#include "cli/exercise/session.hpp"

namespace attn {

/// Answers the questions of a course at the terminal, one after the other: those of the exercise
/// that the command names, else the next open one; then of the next exercise, until the person
/// leaves. Returns the exit code.
int sit_down(ExerciseSession& session);

/// Whether a person sits before it: both input and output are a terminal, and no document is
/// wanted.
bool is_interactive(const ExerciseSession& session);

}  // namespace attn
