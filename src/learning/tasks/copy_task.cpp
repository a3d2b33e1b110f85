#include <string>
#include <utility>

#include "base/message.hpp"
#include "learning/tasks/task_kinds.hpp"
#include "learning/tasks/tasks.hpp"
#include "network/draws.hpp"
#include "network/models/models.hpp"

namespace attn {
namespace {

constexpr HeldOutCounts kCopyHeldOut = held_out_counts(TaskKind::copy);

class CopyTask : public Task {
 public:
  explicit CopyTask(LearnSettings settings) : Task(std::move(settings)) {
    held_out_ = vectors_of(kCopyHeldOut.thorough, kHeldOutData, 0);
    quick_ = vectors_of(kCopyHeldOut.quick, kHeldOutData, 0);
  }

  std::unique_ptr<Network<float>> new_model() const override {
    TransformerSettings model;
    model.d_model = settings().d_model;
    model.n_heads = model.n_kv_heads = settings().n_heads;
    model.n_layers = settings().n_layers;
    model.longest = settings().n_tokens;
    model.norm = NormPlace::none;
    model.has_residual = model.has_input_biases = false;
    model.dropout = settings().dropout;
    model.drops_weights_only = true;
    return std::make_unique<Transformer<float>>(model, settings().seed);
  }

  void fill_batch(std::uint64_t step, Batch<float>& batch) const override {
    fill(settings().n_in_batch, Draws(settings().seed, step, kTrainingData), batch);
  }

  Score score(Network<float>& model, Workers& workers, Look look) const override {
    return {.loss = loss_of(model, workers, look == Look::quick ? quick_ : held_out_)};
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
                    .before = loss_of(before, workers, held_out_),
                    .after = loss_of(after, workers, held_out_),
                    .chance = 1.0};
    const std::size_t n = settings().n_tokens;
    const std::vector<RuledSequence> rules(held_out_.n_sequences, {n, copy_keys(n)});
    MeasureRow diagonal = best_head(before, after, rules, Sight::all);
    diagonal.id = "mean_diagonal";
    diagonal.name = translated("weight on itself (mean diagonal)");
    return measures_table({loss, diagonal}, note());
  }

  Batch<float> shown_sequence() const override { return vectors_of(1, kHeldOutData, 1); }

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

  void fill(std::size_t n_sequences, const Draws& draws, Batch<float>& batch) const {
    batch.n_sequences = n_sequences;
    batch.length = settings().n_tokens;
    batch.vectors.resize(n_sequences * batch.length * settings().d_model);
    fill_normal(draws, batch.vectors.data(), batch.vectors.size());
    batch.wanted = batch.vectors;
  }

  Batch<float> vectors_of(std::size_t n_sequences, Purpose purpose, std::uint64_t which) const {
    Batch<float> batch;
    fill(n_sequences, Draws(settings().seed, which, purpose), batch);
    return batch;
  }

  Batch<float> held_out_, quick_;
};

}  // namespace

std::unique_ptr<Task> copy_task(LearnSettings settings) {
  return std::make_unique<CopyTask>(std::move(settings));
}

}  // namespace attn
