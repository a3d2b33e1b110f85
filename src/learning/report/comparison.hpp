#pragma once

#include <vector>

#include "learning/tasks/learn_settings.hpp"
#include "trace/table.hpp"

namespace attn {

/// One of several models that learned the same data.
struct ComparedModel {
  ClassifierKind model{};
  std::size_t n_parameters = 0;
  double held_out_accuracy = 0.0, training_accuracy = 0.0;
  double majority_class = 0.0;  ///< held out, by always saying the more frequent class
  double seconds = 0.0;
};

/// Models side by side, and a sentence that says which of them wins.
Table comparison_table(const std::vector<ComparedModel>& models, const LearnSettings& settings);

}  // namespace attn
