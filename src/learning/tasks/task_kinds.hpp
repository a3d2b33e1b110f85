#pragma once

#include "learning/tasks/tasks.hpp"

namespace attn {

/// Sequences of words in two classes, the same ones in every epoch: by a rule of order that can be
/// learned, or by a coin, whose throws can only be learned by heart.
std::unique_ptr<Task> classify_task(LearnSettings settings);

/// Sequences of random vectors that are to come out as they went in, through attention and a linear
/// map. Dropout p on the weights holds the training loss at p and leaves p² in evaluation: the best
/// that a model can do is to give each token (1 − p) of itself.
std::unique_ptr<Task> copy_task(LearnSettings settings);

/// A stream of keys and values in which keys come again: what came after a key before comes after
/// it now. The answer counts only where the key was seen. Two heads must work together for it, one
/// that looks one back and one that finds what followed last time, and they appear suddenly.
///
/// Source:  the task of Olsson et al. 2022, arXiv:2209.11895, in its smallest form.
std::unique_ptr<Task> recall_task(LearnSettings settings);

/// Digits that are to come out backwards, or in order, each place answered at once.
std::unique_ptr<Task> sequence_task(LearnSettings settings);

}  // namespace attn
