#pragma once

#include "learning/report/learning_report.hpp"

namespace attn {

/// The report of a copy task that was learned for a few steps.
inline LearningReport learned_example(std::uint64_t n_steps = 4) {
  LearnSettings settings = usual_settings(TaskKind::copy);
  settings.n_steps = n_steps;
  const std::unique_ptr<Task> task = make_task(settings);
  Workers workers(1);
  Training training(*task, workers);
  while (!training.is_done()) training.step();
  return learning_report(training, workers);
}

}  // namespace attn
