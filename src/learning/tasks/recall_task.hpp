#pragma once

#include "learning/tasks/task.hpp"

namespace attn {

/// A stream of keys and values in which keys come again: what came after a key before comes after
/// it now. The answer counts only where the key was seen. Two heads must work together for it, one
/// that looks one back and one that finds what followed last time, and they appear suddenly.
///
/// Source:  the task of Olsson et al. 2022, arXiv:2209.11895, in its smallest form.
std::unique_ptr<Task> recall_task(LearnSettings settings);

}  // namespace attn
