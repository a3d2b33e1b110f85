#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "learning/tasks/tasks.hpp"

namespace attn {

/// What is learned, by what and how long, as typed.
struct LearnFlags {
  std::vector<std::string> words;  ///< TASK, and FILE of a text
  Flag model{"--model"}, labels{"--labels"}, training{"--training"}, compare{"--compare"};
  Flag grammar{"--grammar"}, unit{"--unit"}, temperature{"--temperature"};
  Flag tokens{"--tokens"}, vocab{"--vocab"}, d_model{"--d-model"}, heads{"--heads"},
      layers{"--layers"}, dropout{"--dropout"};
  Flag steps{"--steps"}, batch{"--batch"}, lr{"--lr"}, seed{"--seed"}, threads{"--threads"};

  void add_to(FlagTable& table);
};

/// The task that is named first.
/// Errors:  InputError if there is none or no such task.
TaskKind learn_task(const LearnFlags& flags);

/// The file of a text; "" for the other tasks, and for the sentences of a grammar.
/// Errors:  InputError if a text has neither file nor grammar or has both, or there are words that
///          nobody reads.
std::string learn_path(const LearnFlags& flags, TaskKind task);

/// The usual settings of the task and the model, with what was typed in their place.
/// Errors:  InputError if a flag is not read by them or out of its range, if settings do not fit
///          each other, or if the run would take too much memory.
LearnSettings read_learn_settings(const LearnFlags& flags, TaskKind task);

/// The same of one of the models that --compare sets side by side.
LearnSettings read_compared_settings(const LearnFlags& flags, ClassifierKind model);

/// How sharply a text is sampled.
/// Errors:  InputError if it is no number from 0.01 to 100.
double read_temperature(const LearnFlags& flags);

}  // namespace attn
