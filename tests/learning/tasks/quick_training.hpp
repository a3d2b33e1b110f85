#pragma once

#include <memory>

#include "learning/training/training.hpp"

namespace attn {

/// A task learned as far as its settings say, and the model before.
struct QuickTraining {
  explicit QuickTraining(std::unique_ptr<Task> of, unsigned n_threads = 1)
      : workers(n_threads), task(std::move(of)), training(*task, workers) {}

  QuickTraining& run() {
    while (!training.is_done() && training.step()) {
    }
    return *this;
  }

  /// A cell of the measures, by its row's id: 1 before, 2 after, 3 by chance.
  double measure(const std::string& id, std::size_t column) {
    const std::unique_ptr<Network<float>> before = task->new_model();
    const Table table = task->measures(*before, training.model(), workers);
    for (const TableRow& row : table.rows)
      if (std::get<cell::Text>(row.at(0)).id == id)
        return std::get<cell::Real>(row.at(column)).value;
    throw std::out_of_range(id);
  }

  Workers workers;
  std::unique_ptr<Task> task;
  Training training;
};

}  // namespace attn
