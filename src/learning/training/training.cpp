#include "learning/training/training.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "network/rows.hpp"

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

// The name of the first tensor one of whose numbers is broken; "" where none is.
template <class NumbersOf, class IsBroken>
std::string first_tensor(Parameters<float>& all, const NumbersOf& numbers_of,
                         const IsBroken& is_broken) {
  for (const auto& tensor : all.tensors()) {
    const auto numbers = numbers_of(tensor);
    if (std::any_of(numbers.data, numbers.data + numbers.size(), is_broken)) return tensor.name;
  }
  return "";
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
  if (note_broken_update(now)) return false;
  last_loss_ = loss;
  loss_since_point_ += loss;
  ++n_since_point_;
  if (n_steps() % steps_between_points() == 0 || is_done())
    return add_point(loss_since_point_ / static_cast<double>(n_since_point_));
  return true;
}

bool Training::add_point(double training_loss) {
  const Score score = task_.score(*model_, workers_, Look::quick);
  if (!std::isfinite(score.loss)) {
    break_down(BrokenPart::held_out_loss, n_steps() - 1);
    return false;
  }
  curve_.push_back({n_steps(), training_loss, score.loss, score.accuracy});
  loss_since_point_ = 0.0;
  n_since_point_ = 0;
  return true;
}

void Training::break_down(BrokenPart part, std::uint64_t step, std::string tensor) {
  blowup_ = Blowup{.part = part,
                   .step = step,
                   .learning_rate = schedule_.at(step),
                   .tensor = std::move(tensor),
                   .last_length = last_length_};
}

bool Training::note_blowup(double loss, double norm) {
  Parameters<float>& all = model_->parameters;
  const auto gradient_of = [&](const auto& tensor) { return all.gradient_of(tensor); };
  if (!std::isfinite(loss) || !std::isfinite(norm)) {
    const std::string tensor =
        first_tensor(all, gradient_of, [](float g) { return !std::isfinite(g); });
    break_down(tensor.empty() ? BrokenPart::loss : BrokenPart::gradient, n_steps(), tensor);
    return true;
  }
  last_length_ = norm;
  // Adam squares each number of it, after clipping.
  const double most = std::sqrt(static_cast<double>(std::numeric_limits<float>::max()));
  const double clip = task_.settings().clip;
  if (norm <= most || clip > 0.0) return false;
  const std::string tensor =
      first_tensor(all, gradient_of, [](float g) { return !std::isfinite(g * g); });
  if (tensor.empty()) return false;
  break_down(BrokenPart::square_of_gradient, n_steps(), tensor);
  return true;
}

bool Training::note_broken_update(std::uint64_t step) {
  Parameters<float>& all = model_->parameters;
  // 0 times what is no finite number is none either; this sum is quick.
  const float* values = all.values.data();
  const float sum = sum_of<float>(all.size(), [&](std::size_t i) { return values[i] * 0.0F; });
  if (sum == 0.0F) return false;
  break_down(BrokenPart::parameter, step,
             first_tensor(
                 all, [&](const auto& tensor) { return all.value_of(tensor); },
                 [](float x) { return !std::isfinite(x); }));
  return true;
}

void Training::go_on_from(Position position) {
  curve_ = std::move(position.curve);
  loss_since_point_ = position.loss_since_point;
  n_since_point_ = position.n_since_point;
}

}  // namespace attn
