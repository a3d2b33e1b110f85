#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "learning/tasks/task.hpp"
#include "network/models/models.hpp"
#include "network/optimizers/optimizers.hpp"

namespace attn {

/// One point of a curve of learning.
struct CurvePoint {
  std::uint64_t step = 0;  ///< how many updates were made by then
  /// The mean over the steps since the point before, with whatever is dropped; at the first point
  /// that of the first batch, before anything was learned.
  double training_loss = 0.0;
  double held_out_loss = 0.0;  ///< in evaluation: nothing is dropped
  std::optional<double> held_out_accuracy{};
};

/// What is no number any more: found before an update, or after it.
enum class BrokenPart { loss, gradient, square_of_gradient, parameter, held_out_loss };

/// Why learning could not go on, and how long the gradient had become.
struct Blowup {
  BrokenPart part{};
  std::uint64_t step = 0;
  double learning_rate = 0.0;
  std::string tensor{};      ///< the first of the broken gradients or parameters; "" of a loss
  double last_length = 0.0;  ///< of the last gradient that was finite; 0 where none was
};

/// A model while it learns a task, one step at a time.
class Training {
 public:
  /// The number of threads is that of the workers, and the digits do not hang on it.
  Training(const Task& task, Workers& workers);

  /// Makes one update. False where loss or gradients are not finite, and no update is made, or
  /// where what an update made of the model is not: see blowup().
  bool step();

  bool is_done() const { return n_steps() >= task_.settings().n_steps; }
  std::uint64_t n_steps() const { return optimizer_.n_steps; }
  double last_loss() const { return last_loss_; }

  /// The points so far. The first stands before the first update.
  const std::vector<CurvePoint>& curve() const { return curve_; }

  /// How many steps lie between two points.
  std::uint64_t steps_between_points() const;

  const std::optional<Blowup>& blowup() const { return blowup_; }
  Network<float>& model() { return *model_; }
  const Task& task() const { return task_; }
  Optimizer<float>& optimizer() { return optimizer_; }

  /// All that a later run needs to go on as if this one had not stopped.
  struct Position {
    std::vector<CurvePoint> curve{};
    double loss_since_point = 0.0;
    std::uint64_t n_since_point = 0;
  };
  Position position() const { return {curve_, loss_since_point_, n_since_point_}; }
  void go_on_from(Position position);

 private:
  void break_down(BrokenPart part, std::uint64_t step, std::string tensor = "");
  bool note_blowup(double loss, double norm);
  bool note_broken_update(std::uint64_t step);
  bool add_point(double training_loss);

  const Task& task_;
  Workers& workers_;
  std::unique_ptr<Network<float>> model_;
  Optimizer<float> optimizer_;
  Schedule schedule_;
  Batch<float> batch_;
  std::vector<CurvePoint> curve_;
  std::optional<Blowup> blowup_;
  double last_loss_ = 0.0, last_length_ = 0.0;
  double loss_since_point_ = 0.0;
  std::uint64_t n_since_point_ = 0;
};

}  // namespace attn
