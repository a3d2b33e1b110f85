#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "learning/tasks/task_kinds.hpp"
#include "learning/tasks/tasks.hpp"
#include "network/draws.hpp"
#include "network/models/models.hpp"

namespace attn {
namespace {

class SequenceTask : public DrawnTask {
 public:
  explicit SequenceTask(LearnSettings settings) : DrawnTask(std::move(settings)) {
    draw_held_out();
  }

  std::unique_ptr<Network<float>> new_model() const override {
    TransformerSettings model = usual_model(settings());
    model.vocabulary = model.n_outputs = settings().n_vocabulary;
    model.d_ff = 4 * model.d_model;
    model.has_output_bias = false;
    model.start = 0.02;
    return std::make_unique<Transformer<float>>(model, settings().seed);
  }

  std::vector<Level> levels() const override {
    return {{"chance", translated("guessing"), std::log(static_cast<double>(digits()))}};
  }

  Table measures(Network<float>& before, Network<float>& after, Workers& workers) const override {
    const Rightness untrained = rightness_of(before, workers),
                    trained = rightness_of(after, workers);
    const double guess = 1.0 / static_cast<double>(digits());
    const MeasureRow tokens{.id = "accuracy",
                            .name = translated("right places, held out"),
                            .before = untrained.accuracy(),
                            .after = trained.accuracy(),
                            .chance = guess};
    const MeasureRow whole{.id = "whole_sequences",
                           .name = translated("right sequences, held out"),
                           .before = untrained.whole(),
                           .after = trained.whole(),
                           .chance = std::pow(guess, static_cast<double>(settings().n_tokens))};
    const MeasureRow head =
        best_head(is_sort() ? "on_right_value" : "mean_antidiagonal",
                  is_sort() ? translated("weight on the right digit")
                            : translated("weight on the mirrored place (mean antidiagonal)"),
                  before, after, rules(), Sight::all);
    return measures_table({tokens, whole, head}, note_on(trained.accuracy(), head));
  }

  std::vector<std::string> shown_tokens() const override {
    std::vector<std::string> names;
    for (const std::uint32_t digit : shown_sequence().tokens)
      names.push_back(std::to_string(digit));
    return names;
  }

 private:
  bool is_sort() const { return settings().task == TaskKind::sort; }
  std::uint32_t digits() const { return static_cast<std::uint32_t>(settings().n_vocabulary); }

  // Only of what was measured.
  std::string note_on(double accuracy, const MeasureRow& head) const {
    constexpr double kMostPlaces = 0.9, kMostOfWeight = 0.5;
    if (!is_sort() || accuracy < kMostPlaces || head.after >= kMostOfWeight) return "";
    return message(
        "Sorting is learned, and yet no head points at the right digit: the one that does so most "
        "puts {:.3f} of its weight there, even attention {:.3f}.",
        head.after, head.chance.value_or(0.0));
  }

  std::vector<RuledSequence> rules() const {
    return held_out_rules([this](const std::vector<std::uint32_t>& tokens) {
      return is_sort() ? sort_keys(tokens) : reverse_keys(tokens.size());
    });
  }

  void fill(std::size_t n_sequences, const Draws& draws, Batch<float>& batch) const override {
    const std::size_t n = settings().n_tokens;
    batch.n_sequences = n_sequences;
    batch.length = n;
    batch.tokens.resize(n_sequences * n);
    batch.targets.resize(batch.tokens.size());
    for (std::size_t i = 0; i < batch.tokens.size(); ++i)
      batch.tokens[i] = draws.below(digits(), static_cast<std::uint32_t>(i));
    std::copy(batch.tokens.begin(), batch.tokens.end(), batch.targets.begin());
    for (std::size_t s = 0; s < n_sequences; ++s) {
      const auto first = batch.targets.begin() + static_cast<std::ptrdiff_t>(s * n);
      const auto last = first + static_cast<std::ptrdiff_t>(n);
      is_sort() ? std::sort(first, last) : std::reverse(first, last);
    }
  }
};

}  // namespace

std::unique_ptr<Task> sequence_task(LearnSettings settings) {
  return std::make_unique<SequenceTask>(std::move(settings));
}

}  // namespace attn
