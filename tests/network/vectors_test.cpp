#include "network/vectors.hpp"

#include <memory>

#include "network/models/recurrent_classifier.hpp"
#include "network/models/small_models.hpp"
#include "network/models/transformer.hpp"
#include "network/optimizers/optimizer.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// What a model has learned after three steps, in float.
template <class Model, class Settings>
std::vector<float> learned(const Settings& settings, const Batch<float>& batch) {
  Workers workers(1);
  Model model(settings, 3);
  Optimizer<float> optimizer({.kind = OptimizerKind::adamw}, model.parameters.size());
  for (std::uint64_t step = 0; step < 3; ++step) {
    loss_and_gradients<float>(model, workers, batch, {true, 5, step});
    clip_gradients(model.parameters, gradient_norm(model.parameters), 1.0);
    optimizer.step(workers, model.parameters, 0.01);
  }
  return model.parameters.values;
}

// 9 sequences of up to 11 tokens: no number of anything fills vectors evenly.
Batch<float> uneven_batch(bool one_target_a_sequence) {
  const Draws draws(1, 2, 3);
  Batch<float> batch{.n_sequences = 9, .length = 11};
  for (std::uint32_t i = 0; i < 99; ++i) batch.tokens.push_back(draws.below(21, i));
  for (std::uint32_t s = 0; s < 9; ++s) batch.lengths.push_back(3 + s);
  for (std::uint32_t i = 0; i < (one_target_a_sequence ? 9U : 99U); ++i)
    batch.targets.push_back(static_cast<std::int32_t>(draws.below(2, i + 200)));
  return batch;
}

}  // namespace

TEST_CASE("in_vectors: calls once, with narrow vectors as well", "[network][vectors]") {
  int n_calls = 0;
  in_vectors([&] { ++n_calls; });
  CHECK(n_calls == 1);
  const bool usually = has_wide_vectors();
  {
    const NarrowVectors narrow;
    CHECK(!has_wide_vectors());
    in_vectors([&] { ++n_calls; });
  }
  CHECK(n_calls == 2);
  CHECK(has_wide_vectors() == usually);
}

TEST_CASE("in_vectors: models learn the same digits in wide and narrow vectors",
          "[network][vectors]") {
  const auto same_in_both = [](const auto& learn) {
    const std::vector<float> wide = learn();
    const NarrowVectors narrow;
    CHECK((learn() == wide));
  };
  for (const ActivationKind activation :
       {ActivationKind::relu, ActivationKind::gelu, ActivationKind::gelu_tanh}) {
    TransformerSettings settings{.vocabulary = 21, .n_outputs = 21};
    settings.d_model = 20;
    settings.n_heads = settings.n_kv_heads = 2;
    settings.d_ff = 37;
    settings.n_layers = 2;
    settings.longest = 11;
    settings.is_causal = true;
    settings.dropout = 0.1;
    settings.activation = activation;
    settings.positions =
        activation == ActivationKind::relu ? PositionKind::sinusoidal : PositionKind::rotary;
    same_in_both([&] { return learned<Transformer<float>>(settings, uneven_batch(false)); });
  }
  for (const RecurrentKind kind : {RecurrentKind::rnn, RecurrentKind::lstm})
    same_in_both([&] {
      return learned<RecurrentClassifier<float>>(
          RecurrentSettings{.kind = kind, .vocabulary = 21, .d_model = 13}, uneven_batch(true));
    });
}
