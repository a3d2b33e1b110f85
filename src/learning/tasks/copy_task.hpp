#pragma once

#include "learning/tasks/task.hpp"

namespace attn {

/// Sequences of random vectors that are to come out as they went in, through attention and a linear
/// map. Dropout p on the weights holds the training loss at p and leaves p² in evaluation: the best
/// that a model can do is to give each token (1 − p) of itself.
std::unique_ptr<Task> copy_task(LearnSettings settings);

}  // namespace attn
