#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmark/modes.hpp"
#include "benchmark/surroundings.hpp"
#include "measure/workload.hpp"
#include "network/draws.hpp"
#include "network/models/models.hpp"
#include "network/optimizers/optimizers.hpp"

namespace attn {
namespace {

constexpr std::uint64_t kSeed = 42;

// A model that learns, as docs/performance.md describes it: tests/benchmark/learning_peers.py has
// the same in PyTorch.
struct Workload {
  TransformerSettings settings;
  std::size_t n_sequences = 0, length = 0;
  double learning_rate = 0.001;
  bool clips = false;
};

Workload workload_of(const std::string& name) {
  TransformerSettings s;
  if (name == "copy") {
    s.d_model = 16;
    s.longest = 6;
    s.norm = NormPlace::none;
    s.has_residual = s.has_input_biases = false;
    s.dropout = 0.1;
    s.drops_weights_only = true;
    return {.settings = s, .n_sequences = 32, .length = 6, .learning_rate = 0.01};
  }
  s.n_layers = 2;
  if (name == "classifier") {
    s.vocabulary = 10000;
    s.n_outputs = 2;
    s.d_model = 256;
    s.n_heads = s.n_kv_heads = 8;
    s.d_ff = 1024;
    s.longest = 50;
    s.positions = PositionKind::sinusoidal;
    s.norm = NormPlace::post;
    s.activation = ActivationKind::relu;
    s.pooling = PoolKind::mean;
    s.dropout = 0.1;
    return {.settings = s, .n_sequences = 32, .length = 50};
  }
  if (name == "text") {
    s.vocabulary = s.n_outputs = 150;
    s.d_model = 64;
    s.n_heads = s.n_kv_heads = 4;
    s.d_ff = 256;
    s.longest = 14;
    s.positions = PositionKind::rotary;
    s.is_causal = true;
    s.has_output_bias = false;
    return {.settings = s, .n_sequences = 64, .length = 14, .learning_rate = 0.003, .clips = true};
  }
  throw std::invalid_argument("no workload '" + name + "': there are copy, classifier and text");
}

// Random tokens and targets. The vectors of the copy task are drawn anew for each step.
Batch<float> batch_for(const Workload& work) {
  Batch<float> batch{.n_sequences = work.n_sequences, .length = work.length};
  const std::size_t n = work.n_sequences * work.length;
  const Draws draws(kSeed, 0, kTrainingData);
  if (work.settings.vocabulary == 0) {
    batch.vectors.resize(n * work.settings.d_model);
    return batch;
  }
  const auto vocabulary = static_cast<std::uint32_t>(work.settings.vocabulary);
  const auto n_classes = static_cast<std::uint32_t>(work.settings.n_outputs);
  for (std::uint32_t i = 0; i < n; ++i) batch.tokens.push_back(draws.below(vocabulary, i));
  const std::size_t n_targets = work.settings.pooling ? work.n_sequences : n;
  for (std::uint32_t i = 0; i < n_targets; ++i)
    batch.targets.push_back(static_cast<std::int32_t>(draws.below(n_classes, (1U << 20U) + i)));
  return batch;
}

class Learner {
 public:
  Learner(const std::string& name, Workers& workers)
      : work_(workload_of(name)),
        workers_(workers),
        batch_(batch_for(work_)),
        model_(work_.settings, kSeed),
        optimizer_({}, model_.parameters.size()) {}

  void step() {
    if (!batch_.vectors.empty()) {
      const Draws draws(kSeed, optimizer_.n_steps, kTrainingData);
      fill_normal(draws, batch_.vectors.data(), batch_.vectors.size());
      batch_.wanted = batch_.vectors;
    }
    loss_and_gradients<float>(model_, workers_, batch_, {true, kSeed, optimizer_.n_steps});
    const double norm = gradient_norm(model_.parameters);  // attn learn looks at it in every step
    if (work_.clips) clip_gradients(model_.parameters, norm, 1.0);
    optimizer_.step(workers_, model_.parameters, work_.learning_rate);
  }

 private:
  Workload work_;
  Workers& workers_;
  Batch<float> batch_;
  Transformer<float> model_;
  Optimizer<float> optimizer_;
};

// Of n_steps steps, the time in the middle.
double median_seconds(Learner& learner, std::size_t n_steps) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> taken;
  for (std::size_t i = 0; i < std::max<std::size_t>(n_steps, 1); ++i) {
    const Clock::time_point start = Clock::now();
    learner.step();
    taken.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  std::nth_element(taken.begin(), taken.begin() + taken.size() / 2, taken.end());
  return taken[taken.size() / 2];
}

}  // namespace

// One answer line for each line: a whole number runs so many steps and gives the median of their
// seconds, `memory` the bytes that a model and three steps take at the most, `facts` what the times
// depend on.
int run_learn(int argc, char** argv) {
  std::string name;
  unsigned n_threads = 0;
  CLI::App app("Steps of learning, timed on demand", "learn");
  app.add_option("WORKLOAD", name, "copy, classifier or text")->required();
  app.add_option("--threads", n_threads, "as many as the BLAS would use");
  CLI11_PARSE(app, argc, argv);

  Workers workers(n_threads);
  std::unique_ptr<Learner> learner;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "memory") {
      const auto bytes = peak_extra_bytes([&] {
        Learner fresh(name, workers);
        for (int i = 0; i < 3; ++i) fresh.step();
      });
      std::cout << (bytes ? std::to_string(*bytes) : "not known");
    } else if (line == "facts") {
      for (const auto& [fact, value] : surroundings()) std::cout << fact << ": " << value << "; ";
    } else {
      if (!learner) learner = std::make_unique<Learner>(name, workers);
      std::cout << median_seconds(*learner, std::stoul(line));
    }
    std::cout << std::endl;
  }
  return 0;
}

}  // namespace attn
