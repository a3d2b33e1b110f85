#pragma once

#include "learning/tasks/tasks.hpp"

namespace attn {

/// About how much memory a run takes.
///
///     4 · (rows · (layers · (24 d + 2 h n) + 2 V) + 4 P),   P = layers · 12 d² + 2 V d
///
/// with rows = n · (the larger of batch and what is judged at once).
///
/// Units:   bytes
double learning_bytes(const LearnSettings& settings);

/// Refuses a run that would take too much.
/// Errors:  InputError with what it would take and what may be smaller.
void require_room_for(const LearnSettings& settings);

}  // namespace attn
