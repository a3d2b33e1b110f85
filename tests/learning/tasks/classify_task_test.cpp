#include "learning/tasks/classify_task.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "learning/tasks/quick_training.hpp"
#include "network/layers/layers.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

LearnSettings small_settings(ClassifierKind kind) {
  LearnSettings settings = usual_settings(TaskKind::classify, kind);
  settings.n_training = 100;
  settings.n_in_batch = 32;
  return settings;
}

std::ptrdiff_t place_of(const Batch<float>& batch, std::size_t s, std::uint32_t word) {
  const auto first = batch.tokens.begin() + static_cast<std::ptrdiff_t>(s * batch.length);
  const auto last = first + static_cast<std::ptrdiff_t>(batch.length);
  REQUIRE(std::count(first, last, word) == 1);
  return std::find(first, last, word) - first;
}

}  // namespace

TEST_CASE("classify_task: the class says which of two words comes first", "[learning]") {
  const auto task = classify_task(small_settings(ClassifierKind::attention));
  Batch<float> batch;
  task->fill_batch(0, batch);
  for (std::size_t s = 0; s < batch.n_sequences; ++s)
    CHECK((place_of(batch, s, 1) < place_of(batch, s, 2)) == (batch.targets[s] == 1));
}

TEST_CASE("classify_task: an epoch has every sample once, in an order of its own", "[learning]") {
  const auto task = classify_task(small_settings(ClassifierKind::attention));
  std::vector<std::vector<std::vector<std::uint32_t>>> epochs(2);
  Batch<float> batch;
  for (std::uint64_t step = 0; step < 8; ++step) {
    task->fill_batch(step, batch);
    CHECK(batch.n_sequences == (step % 4 == 3 ? 4 : 32));  // 100 = 3 · 32 + 4
    for (std::size_t s = 0; s < batch.n_sequences; ++s) {
      const auto first = batch.tokens.begin() + static_cast<std::ptrdiff_t>(s * batch.length);
      epochs[step / 4].emplace_back(first, first + static_cast<std::ptrdiff_t>(batch.length));
    }
  }
  CHECK(epochs[0] != epochs[1]);
  for (auto& epoch : epochs) std::sort(epoch.begin(), epoch.end());
  CHECK(epochs[0] == epochs[1]);
}

TEST_CASE("classify_task: random labels are learned by heart, and held out nobody knows them",
          "[learning]") {
  LearnSettings settings = small_settings(ClassifierKind::simple);
  settings.labels = LabelKind::random;
  settings.n_steps = 160;
  settings.learning_rate = 1e-2;
  QuickTraining learned(classify_task(settings));
  learned.run();
  CHECK(learned.measure("training_accuracy", 2) > 0.9);
  CHECK(learned.measure("accuracy", 2) < 0.56);
  CHECK(learned.measure("accuracy", 2) > 0.44);
}

TEST_CASE("classify_task: the order of two words is learned by whoever reads in order",
          "[learning]") {
  LearnSettings settings = usual_settings(TaskKind::classify, ClassifierKind::rnn);
  settings.n_steps = 126;
  QuickTraining rnn(classify_task(settings));
  rnn.run();
  CHECK(rnn.measure("accuracy", 2) > 0.95);
}

TEST_CASE("classify_task: shows the first held-out sequences, and what each model says of them",
          "[learning]") {
  LearnSettings settings = small_settings(ClassifierKind::rnn);
  settings.n_steps = 20;
  QuickTraining rnn(classify_task(settings));
  rnn.run();
  const auto untrained = rnn.task->new_model();
  const auto answers = rnn.task->shown_answers(*untrained, rnn.training.model(), rnn.workers);
  REQUIRE(answers.size() == 4);
  CHECK(answers.front().tokens == rnn.task->shown_sequence().tokens);
  for (const ShownAnswer& answer : answers) {
    REQUIRE(answer.tokens.size() == settings.n_tokens);
    CHECK(answer.sketch.size() == settings.n_tokens);
    CHECK((answer.sketch.find('1') < answer.sketch.find('2')) == (answer.label == 1));
    // One at a time a model says the same, and what it says is what the loss is made of.
    Batch<float> alone;
    alone.n_sequences = 1;
    alone.length = settings.n_tokens;
    alone.tokens = answer.tokens;
    const std::vector<std::int32_t> label{static_cast<std::int32_t>(answer.label)};
    const auto loss = [&](Network<float>& model) {
      return Losses<float>::cross_entropy(rnn.workers, model.forward(rnn.workers, alone, {}), label,
                                          {});
    };
    CHECK(-std::log(answer.before[answer.label]) == Approx(loss(*untrained)).margin(1e-5));
    CHECK(-std::log(answer.after[answer.label]) == Approx(loss(rnn.training.model())).margin(1e-5));
    CHECK(answer.before[0] + answer.before[1] == Approx(1.0));
  }
}
