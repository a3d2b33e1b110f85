#include "learning/training/training.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {
namespace {

OptimizerSettings optimizer_of(const LearnSettings& settings) {
  OptimizerSettings optimizer;
  optimizer.weight_decay = settings.weight_decay;
  if (settings.weight_decay > 0.0) optimizer.kind = OptimizerKind::adamw;
  return optimizer;
}

Schedule schedule_of(const LearnSettings& settings) {
  return {.learning_rate = settings.learning_rate,
          .warm_up = settings.warm_up,
          .n_steps = settings.n_steps,
          .is_cosine = settings.is_cosine};
}

}  // namespace

Training::Training(const Task& task, Workers& workers)
    : task_(task),
      workers_(workers),
      model_(task.new_model()),
      optimizer_(optimizer_of(task.settings()), model_->parameters.size()),
      schedule_(schedule_of(task.settings())) {}

std::uint64_t Training::steps_between_points() const {
  constexpr std::uint64_t kPoints = 20;
  return std::max<std::uint64_t>(1, task_.settings().n_steps / kPoints);
}

bool Training::step() {
  const LearnSettings& settings = task_.settings();
  const std::uint64_t now = n_steps();
  task_.fill_batch(now, batch_);
  if (curve_.empty()) {
    // Before the first update, and with what is dropped in it.
    const Score score = task_.score(*model_, workers_, Look::quick);
    curve_.push_back({0, 0.0, score.loss, score.accuracy});
  }
  const PassMode pass{.is_training = true, .seed = settings.seed, .step = now};
  const double loss = loss_and_gradients(*model_, workers_, batch_, pass);
  if (now == 0) curve_.front().training_loss = loss;
  const double norm = gradient_norm(model_->parameters);
  if (note_blowup(loss, norm)) return false;
  if (settings.clip > 0.0) clip_gradients(model_->parameters, norm, settings.clip);
  optimizer_.step(workers_, model_->parameters, schedule_.at(now));
  last_loss_ = loss;
  loss_since_point_ += loss;
  ++n_since_point_;
  if (n_steps() % steps_between_points() == 0 || is_done())
    add_point(loss_since_point_ / static_cast<double>(n_since_point_));
  return true;
}

void Training::add_point(double training_loss) {
  const Score score = task_.score(*model_, workers_, Look::quick);
  curve_.push_back({n_steps(), training_loss, score.loss, score.accuracy});
  loss_since_point_ = 0.0;
  n_since_point_ = 0;
}

bool Training::note_blowup(double loss, double norm) {
  if (std::isfinite(loss) && std::isfinite(norm)) {
    largest_gradient_ = norm;
    return false;
  }
  blowup_ = Blowup{.step = n_steps(),
                   .learning_rate = schedule_.at(n_steps()),
                   .tensor = {},
                   .largest_gradient = largest_gradient_};
  Parameters<float>& all = model_->parameters;
  for (const auto& tensor : all.tensors()) {
    const Rows<float> g = all.gradient_of(tensor);
    const auto is_bad = [](float x) { return !std::isfinite(x); };
    if (std::none_of(g.data, g.data + g.size(), is_bad)) continue;
    blowup_->tensor = tensor.name;
    break;
  }
  return true;
}

void Training::go_on_from(Position position) {
  curve_ = std::move(position.curve);
  loss_since_point_ = position.loss_since_point;
  n_since_point_ = position.n_since_point;
}

}  // namespace attn
