#pragma once

#include "cli/exercise/session.hpp"
#include "cli/exercise/sitting_exercise.hpp"
#include "cli/exercise/sitting_screen.hpp"
#include "cli/terminal/line_editor.hpp"

namespace attn {

/// An exercise of a sitting that asks for a program: its page, where the program is written, and
/// what the checker says of it whenever Enter is typed.
Leaving sit_at_program(ExerciseSession& session, SittingScreen& screen, LineEditor& editor);

}  // namespace attn
