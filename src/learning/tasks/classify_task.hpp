#pragma once

#include "learning/tasks/task.hpp"

namespace attn {

/// Sequences of words in two classes, the same ones in every epoch: by a rule of order that can be
/// learned, or by a coin, whose throws can only be learned by heart.
std::unique_ptr<Task> classify_task(LearnSettings settings);

}  // namespace attn
