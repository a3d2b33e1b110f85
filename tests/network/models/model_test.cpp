#include "network/models/model.hpp"

#include <functional>
#include <memory>

#include "network/five_points.hpp"
#include "network/models/small_models.hpp"
#include "network/optimizers/optimizer.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

template <class Real>
struct ModelCase {
  std::string name;
  std::unique_ptr<Network<Real>> model;
  Batch<Real> batch;
};

// Every kind of model, with a batch for it.
template <class Real>
std::vector<ModelCase<Real>> all_models(std::uint64_t seed) {
  std::vector<ModelCase<Real>> cases;
  for (const auto& [name, settings] : all_settings())
    cases.push_back(
        {name, std::make_unique<Transformer<Real>>(settings, seed), batch_for<Real>(settings)});
  for (const RecurrentKind kind : {RecurrentKind::rnn, RecurrentKind::lstm}) {
    const RecurrentSettings settings{.kind = kind, .vocabulary = 11, .d_model = 6, .n_classes = 2};
    cases.push_back({kind == RecurrentKind::rnn ? "rnn" : "lstm",
                     std::make_unique<RecurrentClassifier<Real>>(settings, seed),
                     class_batch<Real>()});
  }
  return cases;
}

// All parameters after 20 steps of learning with so many threads.
std::vector<float> learned(unsigned n_threads, Network<float>& model, const Batch<float>& batch) {
  Workers workers(n_threads);
  Optimizer<float> optimizer({.kind = OptimizerKind::adamw, .weight_decay = 0.1},
                             model.parameters.size());
  for (std::uint64_t step = 0; step < 20; ++step) {
    const double loss = loss_and_gradients(model, workers, batch, {true, 42, step});
    clip_gradients(model.parameters, gradient_norm(model.parameters), 1.0);
    optimizer.step(workers, model.parameters, 0.003);
    REQUIRE(loss == loss);
  }
  return model.parameters.values;
}

// Tokens enough that every layer is cut into pieces.
Batch<float> large_batch(std::size_t n_sequences, std::size_t length, std::uint32_t vocabulary) {
  Batch<float> batch;
  batch.n_sequences = n_sequences;
  batch.length = length;
  const Draws draws(1, 2, 3);
  for (std::uint32_t i = 0; i < n_sequences * length; ++i)
    batch.tokens.push_back(draws.below(vocabulary, i));
  return batch;
}

using MakeModel = std::function<std::unique_ptr<Network<float>>()>;

void check_threads(const MakeModel& make, const Batch<float>& batch) {
  const std::vector<float> of_one = learned(1, *make(), batch);
  CHECK(of_one != make()->parameters.values);
  for (const unsigned n_threads : {2U, 3U}) CHECK((learned(n_threads, *make(), batch) == of_one));
}

}  // namespace

TEST_CASE("loss_and_gradients: differences agree for every model", "[network][model]") {
  Workers workers(1);
  for (auto& [name, model, batch] : all_models<double>(11))
    for (const PassMode& pass : {PassMode{}, PassMode{true, 5, 6}}) {
      CAPTURE(name, pass.is_training);
      const auto loss = [&m = *model, &b = batch, &workers, &pass] {
        return loss_in(m, workers, b, pass);
      };
      CHECK(loss_and_gradients(*model, workers, batch, pass) == loss());
      const std::vector<ClaimedGradient> claims = claims_of(model->parameters);
      CHECK(gradient_fault(claims, loss) == "");
      CHECK(slope_fault(claims, loss) == "");
    }
}

TEST_CASE("loss_and_gradients: what was there before is replaced", "[network][model]") {
  Workers workers(1);
  for (auto& [name, model, batch] : all_models<double>(11)) {
    CAPTURE(name);
    const double loss = loss_and_gradients(*model, workers, batch, {});
    const std::vector<double> gradients = model->parameters.gradients;
    CHECK(loss_and_gradients(*model, workers, batch, {}) == loss);
    CHECK((model->parameters.gradients == gradients));
  }
}

TEST_CASE("loss_of: the loss in evaluation, and no gradients", "[network][model]") {
  Workers workers(1);
  for (auto& [name, model, batch] : all_models<double>(11)) {
    CAPTURE(name);
    const double loss = loss_of(*model, workers, batch);
    CHECK(arma::vec(model->parameters.gradients).is_zero());
    CHECK(loss_and_gradients(*model, workers, batch, {}) == loss);
    CHECK(loss_of(*model, workers, batch) == loss);
  }
}

TEST_CASE("loss_and_gradients: float is near double", "[network][model]") {
  Workers workers(1);
  auto in_double = all_models<double>(11);
  auto in_float = all_models<float>(11);
  for (std::size_t i = 0; i < in_double.size(); ++i)
    for (const PassMode& pass : {PassMode{}, PassMode{true, 5, 6}}) {
      CAPTURE(in_double[i].name, pass.is_training);
      Network<double>& exact = *in_double[i].model;
      Network<float>& quick = *in_float[i].model;
      const double loss = loss_and_gradients(exact, workers, in_double[i].batch, pass);
      CHECK(loss_and_gradients(quick, workers, in_float[i].batch, pass) ==
            Approx(loss).epsilon(1e-5));
      const arma::vec g(exact.parameters.gradients);
      const auto g_float = arma::conv_to<arma::vec>::from(quick.parameters.gradients);
      CHECK(difference(g_float, g, 1e-5 * arma::abs(g).max()) == "");
    }
}

TEST_CASE("Model: learns the same digits with any number of threads, by attention",
          "[network][model][threads]") {
  TransformerSettings settings = text_settings();
  settings.vocabulary = settings.n_outputs = 100;
  settings.d_model = 48;
  settings.n_heads = settings.n_kv_heads = 4;
  settings.d_ff = 96;
  settings.n_layers = 1;
  settings.longest = 16;
  Batch<float> batch = large_batch(32, 16, 100);
  for (const std::uint32_t token : batch.tokens)
    batch.targets.push_back(static_cast<std::int32_t>((token + 7) % 100));
  REQUIRE(n_pieces(2.0 * 512 * 48 * 144, 144 / 16) > 2);           // projections
  REQUIRE(n_pieces(24.0 * 32 * 4 * 16 * 16 * (12 + 12), 32) > 2);  // attention
  check_threads([&] { return std::make_unique<Transformer<float>>(settings, 1); }, batch);
}

TEST_CASE("Model: learns the same digits with any number of threads, by recurrence",
          "[network][model][threads]") {
  const RecurrentSettings settings{.kind = RecurrentKind::lstm, .vocabulary = 100, .d_model = 48};
  Batch<float> batch = large_batch(48, 8, 100);
  for (std::int32_t s = 0; s < 48; ++s) batch.targets.push_back(s % 2);
  REQUIRE(n_pieces(2.0 * 48 * 8 * 48 * 192, 48 / 8) > 2);
  check_threads([&] { return std::make_unique<RecurrentClassifier<float>>(settings, 1); }, batch);
}
