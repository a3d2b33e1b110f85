#include <string>
#include <utility>

#include "base/message.hpp"
#include "learning/tasks/task_kinds.hpp"
#include "learning/tasks/tasks.hpp"
#include "network/draws.hpp"
#include "network/models/models.hpp"

namespace attn {
namespace {

class CopyTask : public DrawnTask {
 public:
  explicit CopyTask(LearnSettings settings) : DrawnTask(std::move(settings)) { draw_held_out(); }

  std::unique_ptr<Network<float>> new_model() const override {
    TransformerSettings model = usual_model(settings());
    model.positions = PositionKind::none;
    model.norm = NormPlace::none;
    model.has_residual = model.has_input_biases = false;
    model.drops_weights_only = true;
    return std::make_unique<Transformer<float>>(model, settings().seed);
  }

  std::vector<Level> levels() const override {
    std::vector<Level> levels{{"chance", translated("always 0"), 1.0}};
    if (const double p = settings().dropout; p > 0.0)
      levels.push_back({"floor", translated("floor of dropout p"), p});
    return levels;
  }

  Table measures(Network<float>& before, Network<float>& after, Workers& workers) const override {
    MeasureRow loss{.id = "held_out_loss",
                    .name = translated("loss, held out"),
                    .before = loss_of(before, workers, held_out()),
                    .after = loss_of(after, workers, held_out()),
                    .chance = 1.0};
    const std::size_t n = settings().n_tokens;
    const std::vector<RuledSequence> rules(held_out().n_sequences, {n, copy_keys(n)});
    return measures_table(
        {loss, best_head("mean_diagonal", translated("weight on itself (mean diagonal)"), before,
                         after, rules, Sight::all)},
        note());
  }

  std::vector<std::string> shown_tokens() const override {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < settings().n_tokens; ++i) names.push_back("t" + std::to_string(i));
    return names;
  }

 private:
  std::string note() const {
    const double p = settings().dropout;
    if (p == 0.0)
      return translated(
          "Nothing was dropped, so nothing holds the loss up: with --dropout 0.1 it "
          "stays near 0.1 in training.");
    return message(
        "Weights were dropped with p = {:.4g} in training. The best that a model can do "
        "then is to give each token {:.4g} of itself: that leaves a loss of p = {:.4g} "
        "in training and of p² = {:.4g} where nothing is dropped. --dropout 0 shows it "
        "without.",
        p, 1.0 - p, p, p * p);
  }

  void fill(std::size_t n_sequences, const Draws& draws, Batch<float>& batch) const override {
    batch.n_sequences = n_sequences;
    batch.length = settings().n_tokens;
    batch.vectors.resize(n_sequences * batch.length * settings().d_model);
    fill_normal(draws, batch.vectors.data(), batch.vectors.size());
    batch.wanted = batch.vectors;
  }
};

}  // namespace

std::unique_ptr<Task> copy_task(LearnSettings settings) {
  return std::make_unique<CopyTask>(std::move(settings));
}

}  // namespace attn
