#pragma once

#include <functional>

#include "cli/terminal/interrupt.hpp"
#include "learning/training/training.hpp"

namespace attn {

/// How a run ended.
enum class RunEnd { done, interrupted, blown_up };

/// Makes steps until all are made, a signal interrupts them (Ctrl-C), or a loss is no number any
/// more. `look` is called before the first step and after each. Who takes note of the signal goes
/// on doing so until the model is where it belongs.
RunEnd run_training(Training& training, const InterruptNote& interrupt,
                    const std::function<void()>& look);

/// Says on standard error why learning could not go on, and what to try. Returns the exit code.
int report_blowup(const Training& training);

}  // namespace attn
