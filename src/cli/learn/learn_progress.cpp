#include "cli/learn/learn_progress.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/learning/learning.hpp"

namespace attn {

LearnProgress::LearnProgress(std::string name, const Training& training, const Layout& layout,
                             bool width_is_given)
    : name_(std::move(name)),
      training_(training),
      layout_(layout),
      widest_(width_is_given ? layout.width : kMaxWidth),
      first_step_(training.n_steps()) {}

void LearnProgress::show() {
  constexpr std::chrono::milliseconds kBetweenPictures{200};
  const Clock::time_point now = Clock::now();
  if (now - shown_ < kBetweenPictures) return;
  shown_ = now;
  layout_.width = std::clamp(terminal_width(), kMinWidth, widest_);
  live_.show(text());
}

std::string LearnProgress::text() const {
  const LearnSettings& settings = training_.task().settings();
  const std::chrono::duration<double> time = shown_ - start_;
  LearningPace pace{.task = name_,
                    .n_done = training_.n_steps(),
                    .n_steps = settings.n_steps,
                    .loss = training_.last_loss(),
                    .drops = settings.dropout > 0.0};
  if (!training_.curve().empty()) pace.held_out_loss = training_.curve().back().held_out_loss;
  pace.steps_per_second = static_cast<double>(pace.n_done - first_step_) / time.count();
  const std::string line = learning_progress_line(pace, layout_);
  const std::string curve =
      loss_curve_text(training_.curve(), training_.task().levels(), settings.n_steps, layout_);
  constexpr std::size_t kAround = 3;  // the line itself, one above it, and what was typed
  if (n_lines_of(curve) + kAround > terminal_height()) return line;
  return curve + "\n" + line;
}

}  // namespace attn
