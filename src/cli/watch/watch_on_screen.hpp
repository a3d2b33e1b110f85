#pragma once

#include <string>

#include "cli/exercise/session.hpp"

namespace attn {

/// Watches the answers to the exercise of the session on a screen that is drawn anew, and obeys
/// keys: hints, pages, the editor, the next exercise. `file` is that of the first exercise. After a
/// pass it goes on with the next open one. The terminal is put back as it was however it ends.
/// Returns the exit code: kDone, or kInterrupted after Ctrl-C.
int watch_on_screen(ExerciseSession& session, const std::string& file, bool is_new);

}  // namespace attn
