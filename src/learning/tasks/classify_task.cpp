#include <algorithm>
#include <numbers>
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

// Words below this have a meaning or are kept free for one.
constexpr std::uint32_t kFirstPlainWord = 4;

struct Sample {
  std::vector<std::uint32_t> words;
  std::int32_t label = 0;
};

TransformerSettings classifier_settings(const LearnSettings& settings) {
  TransformerSettings model = usual_model(settings);
  model.vocabulary = settings.n_vocabulary;
  model.n_outputs = 2;
  model.pooling = PoolKind::mean;
  if (settings.classifier == ClassifierKind::simple) {
    model.norm = NormPlace::none;
    model.has_residual = false;
    return model;
  }
  model.norm = NormPlace::post;
  model.activation = ActivationKind::relu;
  model.d_ff = 4 * settings.d_model;
  return model;
}

class ClassifyTask : public Task {
 public:
  explicit ClassifyTask(LearnSettings settings) : Task(std::move(settings)) {
    training_ = samples(this->settings().n_training, kTrainingData);
    held_out_ = samples(n_looked_at(Look::thorough), kHeldOutData);
  }

  std::unique_ptr<Network<float>> new_model() const override {
    const LearnSettings& all = settings();
    const bool is_lstm = all.classifier == ClassifierKind::lstm;
    if (is_lstm || all.classifier == ClassifierKind::rnn)
      return std::make_unique<RecurrentClassifier<float>>(
          RecurrentSettings{.kind = is_lstm ? RecurrentKind::lstm : RecurrentKind::rnn,
                            .vocabulary = all.n_vocabulary,
                            .d_model = all.d_model},
          all.seed);
    return std::make_unique<Transformer<float>>(classifier_settings(all), all.seed);
  }

  // Every epoch goes through all samples once, in an order of its own; its last batch may be short.
  void fill_batch(std::uint64_t step, Batch<float>& batch) const override {
    const std::uint64_t in_epoch = step % steps_in_epoch();
    const std::vector<std::size_t> order = order_of(step / steps_in_epoch());
    const std::size_t first = in_epoch * settings().n_in_batch;
    const std::size_t last = std::min(first + settings().n_in_batch, training_.size());
    begin(batch);
    for (std::size_t i = first; i < last; ++i) add(training_[order[i]], batch);
  }

  Score score(Network<float>& model, Workers& workers, Look look) const override {
    return score_on(model, workers, held_out_, n_looked_at(look));
  }

  std::vector<Level> levels() const override {
    return {{"chance", translated("guessing"), std::numbers::ln2}};
  }

  Table measures(Network<float>& before, Network<float>& after, Workers& workers) const override {
    const auto row = [&](const char* id, const std::string& name, const std::vector<Sample>& on) {
      return MeasureRow{.id = id,
                        .name = name,
                        .before = *score_on(before, workers, on, on.size()).accuracy,
                        .after = *score_on(after, workers, on, on.size()).accuracy,
                        .chance = 0.5};
    };
    const double majority = majority_share();
    const MeasureRow constant{.id = "majority_class",
                              .name = translated("always the more frequent class"),
                              .before = majority,
                              .after = majority,
                              .chance = 0.5};
    return measures_table(
        {row("accuracy", translated("right classes, held out"), held_out_), constant,
         row("training_accuracy", translated("right classes, in training"), training_)},
        note());
  }

  Batch<float> shown_sequence() const override {
    Batch<float> batch;
    begin(batch);
    add(held_out_.front(), batch);
    return batch;
  }

  // The first ones: they are not picked by how well they come out.
  std::vector<ShownAnswer> shown_answers(Network<float>& before, Network<float>& after,
                                         Workers& workers) const override {
    Batch<float> batch;
    begin(batch);
    for (std::size_t i = 0; i < kShownAnswers; ++i) add(held_out_[i], batch);
    std::vector<ShownAnswer> answers;
    const Rows<float> untrained = before.forward(workers, batch, {}),
                      trained = after.forward(workers, batch, {});
    for (std::size_t i = 0; i < kShownAnswers; ++i) {
      const Sample& sample = held_out_[i];
      answers.push_back(
          {.tokens = sample.words,
           .sketch = sequence_sketch(sample.words, settings().labels, kFirstPlainWord),
           .label = static_cast<std::size_t>(sample.label),
           .before = class_probabilities(untrained, i),
           .after = class_probabilities(trained, i)});
    }
    return answers;
  }

  // The two words of the rule by their numbers; what the others are tells nothing.
  std::vector<std::string> shown_tokens() const override {
    std::vector<std::string> names;
    for (const std::uint32_t word : held_out_.front().words)
      names.push_back(word < kFirstPlainWord ? std::to_string(word) : "w");
    return names;
  }

 private:
  static constexpr std::size_t kShownAnswers = 4;

  std::uint64_t steps_in_epoch() const {
    return (training_.size() + settings().n_in_batch - 1) / settings().n_in_batch;
  }

  std::string note() const {
    if (settings().labels == LabelKind::random)
      return translated(
          "The labels are random: nothing about them can be learned but each sequence "
          "by heart. What is right in training says nothing about new sequences, on "
          "which nobody does better than a coin.");
    if (settings().classifier == ClassifierKind::simple)
      return translated(
          "The class is the order of two words. Attention without positions, and a "
          "mean after it, do not see any order.");
    return "";
  }

  // A permutation of the samples, by Fisher and Yates.
  std::vector<std::size_t> order_of(std::uint64_t epoch) const {
    std::vector<std::size_t> order(training_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const Draws draws(settings().seed, epoch, kShuffling);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1],
                order[draws.below(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i))]);
    return order;
  }

  std::vector<Sample> samples(std::size_t n, Purpose purpose) const {
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < n; ++i)
      samples.push_back(sample(Draws(settings().seed, i, purpose)));
    return samples;
  }

  Sample sample(const Draws& draws) const {
    const auto n = static_cast<std::uint32_t>(settings().n_tokens);
    Sample sample;
    for (std::uint32_t i = 0; i < n; ++i)
      sample.words.push_back(kFirstPlainWord + draws.below(n_plain_words(), i));
    sample.label = static_cast<std::int32_t>(draws.below(2, n));
    if (settings().labels == LabelKind::random) return sample;
    const std::uint32_t a = draws.below(n, n + 1);
    const std::uint32_t b = (a + 1 + draws.below(n - 1, n + 2)) % n;
    sample.words[std::min(a, b)] = sample.label == 1 ? 1 : 2;
    sample.words[std::max(a, b)] = sample.label == 1 ? 2 : 1;
    return sample;
  }

  std::uint32_t n_plain_words() const {
    return static_cast<std::uint32_t>(settings().n_vocabulary) - kFirstPlainWord;
  }

  double majority_share() const {
    const auto ones = static_cast<double>(
        std::count_if(held_out_.begin(), held_out_.end(), [](const Sample& s) { return s.label; }));
    const double share = ones / static_cast<double>(held_out_.size());
    return std::max(share, 1.0 - share);
  }

  void begin(Batch<float>& batch) const {
    batch.n_sequences = 0;
    batch.length = settings().n_tokens;
    batch.tokens.clear();
    batch.targets.clear();
  }

  static void add(const Sample& sample, Batch<float>& batch) {
    ++batch.n_sequences;
    batch.tokens.insert(batch.tokens.end(), sample.words.begin(), sample.words.end());
    batch.targets.push_back(sample.label);
  }

  // By sample, not by batch: a short last batch counts for no more than it holds.
  Score score_on(Network<float>& model, Workers& workers, const std::vector<Sample>& samples,
                 std::size_t n) const {
    double loss = 0.0;
    Rightness right;
    Batch<float> batch;
    for (std::size_t first = 0; first < n; first += kClassifyAtOnce) {
      begin(batch);
      for (std::size_t i = first; i < std::min(first + kClassifyAtOnce, n); ++i)
        add(samples[i], batch);
      const Rows<float> logits = model.forward(workers, batch, {});
      loss += Losses<float>::cross_entropy(workers, logits, batch.targets, {}) *
              static_cast<double>(batch.n_sequences);
      right += rightness(logits, batch.targets, batch.n_sequences);
    }
    return {.loss = loss / static_cast<double>(n), .accuracy = right.accuracy()};
  }

  std::vector<Sample> training_, held_out_;
};

}  // namespace

std::unique_ptr<Task> classify_task(LearnSettings settings) {
  return std::make_unique<ClassifyTask>(std::move(settings));
}

}  // namespace attn
