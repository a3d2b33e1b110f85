#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/learn/learn.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/write_file.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/text/text.hpp"
#include "render/learning/learning.hpp"

namespace attn {

namespace {

std::string what_broke(const Blowup& blowup) {
  switch (blowup.part) {
    case BrokenPart::gradient:
      return message("the gradient of {} is no number any more, the first of all", blowup.tensor);
    case BrokenPart::square_of_gradient:
      return message("the gradient of {} is so large that Adam cannot square it", blowup.tensor);
    case BrokenPart::parameter:
      return message("the update left no number in {}", blowup.tensor);
    case BrokenPart::held_out_loss:
      return translated("after the update the held-out loss is no number any more");
    case BrokenPart::loss:
      break;
  }
  return translated("the loss is no number any more");
}

}  // namespace

RunEnd run_training(Training& training, const InterruptNote& interrupt,
                    const std::function<void()>& look) {
  look();
  while (!training.is_done()) {
    if (interrupt.is_there()) return RunEnd::interrupted;
    if (!training.step()) return RunEnd::blown_up;
    look();
  }
  return RunEnd::done;
}

int report_blowup(const Training& training) {
  const Blowup& blowup = *training.blowup();
  constexpr double kLess = 10.0;
  const LearnSettings& settings = training.task().settings();
  const double usual = usual_settings(settings.task, settings.classifier).learning_rate;
  print_error(message(
      "learning broke down in step {}: {}. The last gradient that was a number had the length "
      "{:.3g}, and the learning rate was {:.3g}. Try a smaller one: --lr {:.3g}.",
      count_text(blowup.step + 1), what_broke(blowup), blowup.last_length, blowup.learning_rate,
      std::min(usual, settings.learning_rate / kLess)));
  return kNotYet;
}

namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr double kMostGiB = 4.0;

}  // namespace

double learning_bytes(const LearnSettings& settings) {
  const auto real = [](auto n) { return static_cast<double>(n); };
  const double n = real(settings.n_tokens), d = real(settings.d_model),
               V = real(settings.n_vocabulary), layers = real(settings.n_layers),
               h = real(settings.n_heads);
  // The untrained model is judged beside the one that learned.
  const std::uint64_t n_judged = most_judged_at_once(settings.task);
  const double rows = n * real(std::max(settings.n_in_batch, n_judged) + n_judged);
  const double parameters = layers * 12.0 * d * d + 2.0 * V * d;
  const double logits = settings.task == TaskKind::classify ? 0.0 : 2.0 * V;
  const double samples = real(settings.n_training) * n;
  constexpr double kBytes = 4.0;
  return kBytes *
         (rows * (layers * (24.0 * d + 2.0 * h * n) + logits) + 4.0 * parameters + samples);
}

void require_room_for(const LearnSettings& settings) {
  const double gib = learning_bytes(settings) / kGiB;
  if (gib <= kMostGiB) return;
  throw InputError(
      message("This would take about {:.1f} GiB of memory, and at most {:.0f} GiB are allowed: "
              "{} sequences of {} tokens, d_model {}, {} heads, {} layers, vocabulary {}. Give a "
              "smaller --tokens, --d-model or --batch.",
              gib, kMostGiB,
              std::max<std::uint64_t>(settings.n_in_batch, most_judged_at_once(settings.task)),
              settings.n_tokens, settings.d_model, settings.n_heads, settings.n_layers,
              settings.n_vocabulary));
}

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

namespace {

constexpr std::array<std::uint64_t, 5> kPercents{0, 10, 25, 50, 100};
constexpr std::size_t kLongestInWords = 16, kLongestInCharacters = 60;
constexpr std::uint64_t kTextsOfStep = 3;

bool is_due(std::uint64_t step, std::uint64_t n_steps) {
  constexpr std::uint64_t kWhole = 100;
  return std::any_of(kPercents.begin(), kPercents.end(),
                     [&](std::uint64_t percent) { return step == n_steps * percent / kWhole; });
}

}  // namespace

void LearnSamples::take(Training& training, Workers& workers) {
  const LearnSettings& settings = training.task().settings();
  const std::uint64_t step = training.n_steps();
  if (!is_due(step, settings.n_steps)) return;
  if (!texts_.empty() && texts_.back().step == step) return;
  const bool has_words = corpus_.unit == TextUnit::words && corpus_.has_spaces;
  const std::size_t longest =
      std::min(settings.n_tokens, has_words ? kLongestInWords : kLongestInCharacters);
  // The same dice at every step, so that texts differ by what was learned alone.
  for (std::uint64_t i = 0; i < kTextsOfStep; ++i)
    texts_.push_back(
        {step, text_of(corpus_, sampled_text(training.model(), workers, {}, longest, temperature_,
                                             kTextsOfStep * settings.seed + i))});
}

namespace {

constexpr std::chrono::seconds kLeastPause{5};
constexpr int kPauseForWriting = 20;  // so that at most a twentieth of the time goes there

// A pipe or a device takes one model, the last.
bool holds_what_was_written_last(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

}  // namespace

ModelKeeper::ModelKeeper(const LearnFileFlags& flags, Training& training, const Corpus* corpus)
    : flags_(flags),
      training_(training),
      corpus_(corpus),
      may_write_on_the_way_(flags.output && holds_what_was_written_last(flags.output.text())),
      pause_(kLeastPause) {}

std::optional<std::string> ModelKeeper::keep_now_and_then(Clock::time_point now) {
  if (!may_write_on_the_way_ || now - written_ < pause_) return std::nullopt;
  try {
    write();
  } catch (const std::runtime_error& error) {
    written_ = Clock::now();
    if (std::exchange(has_failed_, true)) return std::nullopt;
    return message("the model could not be kept after {} steps, and learning goes on: {}",
                   count_text(training_.n_steps()), error.what());
  }
  return std::nullopt;
}

bool ModelKeeper::keep() {
  if (!flags_.output) return false;
  write();
  print_written({flags_.output.text()});
  return true;
}

// One that has not made all its steps keeps what it needs to go on, whatever was typed. What stands
// there already may only be replaced if that was allowed, or if it is ours.
void ModelKeeper::write() {
  const Clock::time_point start = Clock::now();
  const bool may_replace = flags_.force || kept_step_;
  const bool is_final = flags_.parameters_only && training_.is_done();
  const Kept kept = is_final ? Kept::parameters : Kept::training;
  write_files({{flags_.output.text(), model_file_bytes(training_, corpus_, kept)}}, may_replace);
  written_ = Clock::now();
  pause_ = std::max<Clock::duration>(kLeastPause, kPauseForWriting * (written_ - start));
  kept_step_ = training_.n_steps();
}

}  // namespace attn
