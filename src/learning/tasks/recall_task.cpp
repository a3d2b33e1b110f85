#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "learning/tasks/task_kinds.hpp"
#include "learning/tasks/tasks.hpp"
#include "network/draws.hpp"
#include "network/layers/layers.hpp"
#include "network/models/models.hpp"

namespace attn {
namespace {

constexpr HeldOutCounts kRecallHeldOut = held_out_counts(TaskKind::recall);

// One back, for the values alone: it is they that must learn which key stands before them.
KeyRule keys_before_values(std::size_t n_tokens) {
  KeyRule rule = previous_keys(n_tokens);
  std::erase_if(rule, [](const NamedKeys& named) { return named.query % 2 == 0; });
  return rule;
}

// Only of what was measured: right answers, and two heads that each do their part.
std::string note_on(const MeasureRow& answers, const MeasureRow& previous,
                    const MeasureRow& recall) {
  constexpr double kMostAnswers = 0.9, kMostOfWeight = 0.5;
  const bool are_two = previous.place && recall.place && *previous.place != *recall.place;
  if (!are_two || answers.after < kMostAnswers || previous.after < kMostOfWeight ||
      recall.after < kMostOfWeight)
    return "";
  return translated(
      "The two heads work together: one writes to each value which key stood before it, the other "
      "looks for its own key there.");
}

class RecallTask : public Task {
 public:
  explicit RecallTask(LearnSettings settings) : Task(std::move(settings)) {
    fill(kRecallHeldOut.thorough, Draws(this->settings().seed, 0, kHeldOutData), held_out_);
    fill(kRecallHeldOut.quick, Draws(this->settings().seed, 0, kHeldOutData), quick_);
  }

  std::unique_ptr<Network<float>> new_model() const override {
    TransformerSettings model;
    model.vocabulary = model.n_outputs = n_keys() + n_values();
    model.d_model = settings().d_model;
    model.n_heads = model.n_kv_heads = settings().n_heads;
    model.n_layers = settings().n_layers;
    model.longest = settings().n_tokens;
    model.positions = settings().positions;
    model.dropout = settings().dropout;
    model.is_causal = true;
    model.has_output_bias = false;
    return std::make_unique<Transformer<float>>(model, settings().seed);
  }

  void fill_batch(std::uint64_t step, Batch<float>& batch) const override {
    fill(settings().n_in_batch, Draws(settings().seed, step, kTrainingData), batch);
  }

  Score score(Network<float>& model, Workers& workers, Look look) const override {
    const Batch<float>& batch = look == Look::quick ? quick_ : held_out_;
    const Rows<float> logits = model.forward(workers, batch, {});
    return {.loss = Losses<float>::cross_entropy(workers, logits, batch.targets, {}),
            .accuracy = rightness(logits, batch.targets, batch.n_sequences).accuracy()};
  }

  std::vector<Level> levels() const override {
    return {{"chance", translated("guessing a value"), std::log(static_cast<double>(n_values()))}};
  }

  Table measures(Network<float>& before, Network<float>& after, Workers& workers) const override {
    const auto accuracy = [&](Network<float>& model) {
      return rightness(model.forward(workers, held_out_, {}), held_out_.targets,
                       held_out_.n_sequences)
          .accuracy();
    };
    const MeasureRow answers{.id = "accuracy",
                             .name = translated("right answers, held out"),
                             .before = accuracy(before),
                             .after = accuracy(after),
                             .chance = 1.0 / static_cast<double>(n_values())};
    std::vector<RuledSequence> one_back, after_same;
    const std::size_t n = settings().n_tokens;
    for (std::size_t s = 0; s < held_out_.n_sequences; ++s) {
      const auto first = held_out_.tokens.begin() + static_cast<std::ptrdiff_t>(s * n);
      const std::vector<std::uint32_t> ids(first, first + static_cast<std::ptrdiff_t>(n));
      one_back.push_back({n, keys_before_values(n)});
      after_same.push_back({n, recall_keys(ids)});
    }
    MeasureRow previous = best_head(before, after, one_back, Sight::causal);
    previous.id = "previous";
    previous.name = translated("weight of a value on its key");
    MeasureRow recall = best_head(before, after, after_same, Sight::causal);
    recall.id = "recall";
    recall.name = translated("weight on what followed the same key");
    return measures_table({answers, previous, recall}, note_on(answers, previous, recall));
  }

  Batch<float> shown_sequence() const override {
    Batch<float> batch;
    fill(1, Draws(settings().seed, 1, kHeldOutData), batch);
    return batch;
  }

  // Keys are letters, values are numbers.
  std::vector<std::string> shown_tokens() const override {
    std::vector<std::string> names;
    for (const std::uint32_t token : shown_sequence().tokens)
      names.push_back(token < n_keys() ? key_name(token) : std::to_string(token - n_keys()));
    return names;
  }

 private:
  std::uint32_t n_keys() const { return static_cast<std::uint32_t>(settings().n_vocabulary); }
  std::uint32_t n_values() const { return 2 * n_keys(); }

  static std::string key_name(std::uint32_t key) {
    return key < 26 ? std::string(1, static_cast<char>('A' + key)) : "K" + std::to_string(key);
  }

  // Each sequence ties every key to a value of its own. A short one in which no key has come again
  // ends with that of its first pair, so that something is asked.
  void fill_sequence(const Draws& draws, std::uint32_t first, Batch<float>& batch) const {
    const std::size_t n = settings().n_tokens;
    std::vector<std::uint32_t> values(n_values());
    std::iota(values.begin(), values.end(), n_keys());
    std::uint32_t place = first;
    for (std::uint32_t k = 0; k < n_keys(); ++k)  // the beginning of a shuffle
      std::swap(values[k], values[k + draws.below(n_values() - k, place++)]);
    std::vector<bool> was_seen(n_keys());
    bool is_asked = false;
    for (std::size_t i = 0; i < n; i += 2) {
      const std::uint32_t drawn = draws.below(n_keys(), place++);
      const bool is_last = i + 2 >= n;
      const std::uint32_t key =
          is_last && !is_asked ? batch.tokens[batch.tokens.size() - i] : drawn;
      is_asked = is_asked || was_seen[key];
      batch.tokens.push_back(key);
      batch.tokens.push_back(values[key]);
      batch.targets.push_back(was_seen[key] ? static_cast<std::int32_t>(values[key]) : kNoTarget);
      batch.targets.push_back(kNoTarget);
      was_seen[key] = true;
    }
  }

  void fill(std::size_t n_sequences, const Draws& draws, Batch<float>& batch) const {
    batch.n_sequences = n_sequences;
    batch.length = settings().n_tokens;
    batch.tokens.clear();
    batch.targets.clear();
    const auto draws_of_one = static_cast<std::uint32_t>(n_keys() + batch.length / 2);
    for (std::size_t s = 0; s < n_sequences; ++s)
      fill_sequence(draws, static_cast<std::uint32_t>(s) * draws_of_one, batch);
  }

  Batch<float> held_out_, quick_;
};

}  // namespace

std::unique_ptr<Task> recall_task(LearnSettings settings) {
  return std::make_unique<RecallTask>(std::move(settings));
}

}  // namespace attn
