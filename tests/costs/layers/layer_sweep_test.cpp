#include "costs/layers/layer_sweep.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/layer_examples.hpp"

using namespace attn;

namespace {

LayerSizes tokens_at(std::uint64_t value) { return {.d_model = 4, .n_tokens = value}; }

}  // namespace

TEST_CASE("layer_sweep: steps and work of a recurrent layer and of attention",
          "[costs][layer_sweep]") {
  const LayerSweep sweep = layer_sweep({.parameter = "tokens", .from = 10, .to = 1000},
                                       {layer_named("rnn"), layer_named("attention")}, tokens_at);
  REQUIRE(sweep.points.size() == 8);  // 10, 20 … 640, 1000
  for (const LayerSweepPoint& point : sweep.points) {
    const Count n = count_of(point.value);
    CHECK(point.layers[0].sequential_steps.count == n);
    CHECK(point.layers[0].max_path.count == n - 1);
    CHECK(point.layers[1].sequential_steps.count == 1);
    CHECK(point.layers[1].max_path.count == 1);
    CHECK(layer_macs(point.layers[0]) == 2 * n * 16);
  }
  CHECK(sweep.points.back().value == 1000);
}

TEST_CASE("layer_sweep: refuses more layers than a picture holds", "[costs][layer_sweep]") {
  CHECK_THROWS_MATCHES(
      layer_sweep({.parameter = "tokens", .from = 1, .to = 2},
                  {layer_named("rnn"), layer_named("gru"), layer_named("lstm"), layer_named("mha")},
                  tokens_at),
      InputError,
      Message("--sweep draws a curve for each layer, at most 3, but --layer names 4. Name fewer, "
              "for instance --layer rnn,attention."));
}
