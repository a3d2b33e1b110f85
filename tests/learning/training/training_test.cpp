#include "learning/training/training.hpp"

#include <cmath>
#include <limits>

#include "learning/tasks/quick_training.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

LearnSettings short_settings(TaskKind kind, std::uint64_t n_steps) {
  LearnSettings settings = usual_settings(kind);
  settings.n_steps = n_steps;
  return settings;
}

// Four parameters whose gradients are always this.
class LoudModel : public Network<float> {
 public:
  explicit LoudModel(float gradient) : Network<float>(1), gradient_(gradient) {
    parameters.add("loud", 4, Start::zeros());
  }
  Rows<float> forward(Workers&, const Batch<float>&, const PassMode&) override {
    output_ = 0.0F;
    return {&output_, 1, 1};
  }
  void backward(Workers&, const Batch<float>&, const PassMode&, Rows<float>) override {
    parameters.gradients.assign(parameters.size(), gradient_);
  }
  std::size_t n_layers() const override { return 0; }
  std::size_t n_heads() const override { return 0; }
  Rows<const float> weights(std::size_t, std::size_t, std::size_t) const override { return {}; }

 private:
  float gradient_, output_ = 0.0F;
};

LearnSettings clipped_settings(double clip) {
  LearnSettings settings = short_settings(TaskKind::copy, 10);
  settings.clip = clip;
  return settings;
}

class LoudTask : public Task {
 public:
  explicit LoudTask(float gradient, double clip = 0.0)
      : Task(clipped_settings(clip)), gradient_(gradient) {}
  std::unique_ptr<Network<float>> new_model() const override {
    return std::make_unique<LoudModel>(gradient_);
  }
  void fill_batch(std::uint64_t, Batch<float>& batch) const override { batch = shown_sequence(); }
  Score score(Network<float>&, Workers&, Look) const override { return {.loss = 1.0}; }
  std::vector<Level> levels() const override { return {}; }
  Table measures(Network<float>&, Network<float>&, Workers&) const override { return {}; }
  Batch<float> shown_sequence() const override {
    return {.n_sequences = 1, .length = 1, .vectors = {1.0F}, .wanted = {1.0F}};
  }
  std::vector<std::string> shown_tokens() const override { return {"t0"}; }

 private:
  float gradient_;
};

}  // namespace

TEST_CASE("Training: the curve begins before the first update and ends with the last",
          "[learning]") {
  QuickTraining copy(make_task(short_settings(TaskKind::copy, 43)));
  copy.run();
  const std::vector<CurvePoint>& curve = copy.training.curve();
  CHECK(curve.front().step == 0);
  CHECK(curve.back().step == 43);
  CHECK(curve.front().training_loss > 0.8);
  CHECK(curve.front().held_out_loss > 0.8);
  for (std::size_t i = 1; i < curve.size(); ++i) CHECK(curve[i].step > curve[i - 1].step);
}

TEST_CASE("Training: the same digits with any number of threads", "[learning]") {
  LearnSettings settings = short_settings(TaskKind::recall, 2);
  settings.d_model = 64;
  const auto values = [&](unsigned n_threads) {
    QuickTraining recall(make_task(settings), n_threads);
    return recall.run().training.model().parameters.values;
  };
  const std::vector<float> one = values(1);
  CHECK(one == values(2));
  CHECK(one == values(3));
}

TEST_CASE("Training: another seed, other digits", "[learning]") {
  LearnSettings settings = short_settings(TaskKind::copy, 3);
  QuickTraining first(make_task(settings));
  settings.seed = 43;
  QuickTraining second(make_task(settings));
  CHECK(first.run().training.model().parameters.values !=
        second.run().training.model().parameters.values);
}

TEST_CASE("Training: a loss that is no number stops it, and is told", "[learning]") {
  LearnSettings settings = short_settings(TaskKind::copy, 200);
  settings.learning_rate = 1e20;
  QuickTraining copy(make_task(settings));
  copy.run();
  REQUIRE(copy.training.blowup());
  CHECK_FALSE(copy.training.is_done());
  CHECK(copy.training.blowup()->step < 3);
  CHECK(copy.training.blowup()->learning_rate == 1e20);
  CHECK(std::isfinite(copy.training.blowup()->last_length));
}

TEST_CASE("Training: a held-out loss that is no number after the last update is no success",
          "[learning]") {
  LearnSettings settings = short_settings(TaskKind::copy, 1);
  settings.learning_rate = 1e30;
  QuickTraining copy(make_task(settings));
  copy.run();
  REQUIRE(copy.training.blowup());
  CHECK(copy.training.blowup()->part == BrokenPart::held_out_loss);
  CHECK(copy.training.blowup()->step == 0);
  CHECK(copy.training.curve().size() == 1);
}

TEST_CASE("Training: a gradient that Adam cannot square is told with its tensor and its length",
          "[learning]") {
  LoudTask task(1e25F);
  Workers workers(1);
  Training training(task, workers);
  CHECK_FALSE(training.step());
  REQUIRE(training.blowup());
  CHECK(training.blowup()->part == BrokenPart::square_of_gradient);
  CHECK(training.blowup()->tensor == "loud");
  CHECK(training.blowup()->last_length == Approx(2e25));  // no float holds its square
}

TEST_CASE("Training: clipped, such a gradient does no harm", "[learning]") {
  LoudTask task(1e25F, 1.0);
  Workers workers(1);
  Training training(task, workers);
  CHECK(training.step());
  CHECK_FALSE(training.blowup());
}

TEST_CASE("Training: a gradient that is no number is told although the loss is one", "[learning]") {
  LoudTask task(std::numeric_limits<float>::infinity(), 1.0);
  Workers workers(1);
  Training training(task, workers);
  CHECK_FALSE(training.step());
  REQUIRE(training.blowup());
  CHECK(training.blowup()->part == BrokenPart::gradient);
  CHECK(training.blowup()->tensor == "loud");
}

TEST_CASE("Training: an update that leaves no number is told with its tensor", "[learning]") {
  LearnSettings settings = short_settings(TaskKind::copy, 40);
  settings.learning_rate = 1e39;  // more than a float holds
  QuickTraining copy(make_task(settings));
  CHECK_FALSE(copy.training.step());
  REQUIRE(copy.training.blowup());
  CHECK(copy.training.blowup()->part == BrokenPart::parameter);
  CHECK_FALSE(copy.training.blowup()->tensor.empty());
}
