#pragma once

#include "learning/tasks/task.hpp"

namespace attn {

/// Digits that are to come out backwards, or in order, each place answered at once.
std::unique_ptr<Task> sequence_task(LearnSettings settings);

}  // namespace attn
