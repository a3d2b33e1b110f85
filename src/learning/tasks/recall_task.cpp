#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "learning/tasks/task_kinds.hpp"
#include "learning/tasks/tasks.hpp"
#include "network/draws.hpp"
#include "network/models/models.hpp"

namespace attn {
namespace {

// One back, for the values alone: it is they that must learn which key stands before them.
KeyRule keys_before_values(const std::vector<std::uint32_t>& tokens) {
  KeyRule rule = previous_keys(tokens.size());
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

class RecallTask : public DrawnTask {
 public:
  explicit RecallTask(LearnSettings settings) : DrawnTask(std::move(settings)) { draw_held_out(); }

  std::unique_ptr<Network<float>> new_model() const override {
    TransformerSettings model = usual_model(settings());
    model.vocabulary = model.n_outputs = n_keys() + n_values();
    model.is_causal = true;
    model.has_output_bias = false;
    return std::make_unique<Transformer<float>>(model, settings().seed);
  }

  std::vector<Level> levels() const override {
    return {{"chance", translated("guessing a value"), std::log(static_cast<double>(n_values()))}};
  }

  Table measures(Network<float>& before, Network<float>& after, Workers& workers) const override {
    const MeasureRow answers{.id = "accuracy",
                             .name = translated("right answers, held out"),
                             .before = rightness_of(before, workers).accuracy(),
                             .after = rightness_of(after, workers).accuracy(),
                             .chance = 1.0 / static_cast<double>(n_values())};
    const MeasureRow previous =
        best_head("previous", translated("weight of a value on its key"), before, after,
                  held_out_rules(keys_before_values), Sight::causal);
    const MeasureRow recall =
        best_head("recall", translated("weight on what followed the same key"), before, after,
                  held_out_rules(recall_keys), Sight::causal);
    return measures_table({answers, previous, recall}, note_on(answers, previous, recall));
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

  void fill(std::size_t n_sequences, const Draws& draws, Batch<float>& batch) const override {
    batch.n_sequences = n_sequences;
    batch.length = settings().n_tokens;
    batch.tokens.clear();
    batch.targets.clear();
    const auto draws_of_one = static_cast<std::uint32_t>(n_keys() + batch.length / 2);
    for (std::size_t s = 0; s < n_sequences; ++s)
      fill_sequence(draws, static_cast<std::uint32_t>(s) * draws_of_one, batch);
  }
};

}  // namespace

std::unique_ptr<Task> recall_task(LearnSettings settings) {
  return std::make_unique<RecallTask>(std::move(settings));
}

}  // namespace attn
