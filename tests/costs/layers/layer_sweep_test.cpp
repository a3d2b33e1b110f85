#include "costs/layers/layer_sweep.hpp"

#include "base/message.hpp"
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

namespace {

// The formula of the one layer, which has to give the count at each value.
std::string checked_formula(const std::string& layer, std::uint64_t from, std::uint64_t to,
                            const LayerSizesAt& sizes_at) {
  const LayerSweep sweep =
      layer_sweep({.parameter = "size", .from = from, .to = to}, {layer_named(layer)}, sizes_at);
  const Formula formula = layer_macs_formula(sweep, 0);
  for (const LayerSweepPoint& point : sweep.points) {
    CAPTURE(layer, point.value, formula.text());
    CHECK(formula.at(point.layers[0].arguments) == layer_macs(point.layers[0]));
  }
  return formula.text();
}

}  // namespace

TEST_CASE("layer_macs_formula: holds at every value, not at the first alone",
          "[costs][layer_sweep]") {
  using N = std::uint64_t;
  // 8 heads of 64 fill a model of 512 only; where d_head follows from d_model, they always do.
  CHECK(checked_formula("mha", 512, 2048, [](N n) {
          return LayerSizes{.d_model = n, .n_heads = 8, .d_head = 64};
        }) == "4 T d h d_h + 2 T^2 h d_h");
  CHECK(checked_formula("mha", 512, 2048, [](N n) {
          return LayerSizes{.d_model = n, .n_heads = 8};
        }) == "4 T d^2 + 2 T^2 d");
  CHECK(checked_formula("gru", 512, 2048, [](N n) {
          return LayerSizes{.d_model = n, .d_hidden = 512};
        }) == "3 T d H + 3 T H^2");
  checked_formula("encoder", 512, 2048,
                  [](N n) { return LayerSizes{.d_model = n, .n_heads = 8, .d_ff = 2048}; });
  // Neither end shows all: 8 heads of 64 fill the first model, and f is 4 d at the second.
  checked_formula("encoder", 512, 1024, [](N n) {
    return LayerSizes{.d_model = n, .n_heads = 8, .d_head = 64, .d_ff = 4096};
  });
  CHECK(checked_formula("rnn", 1, 8, [](N n) { return LayerSizes{.n_batch = n}; }) == "2 B T d^2");
  CHECK(checked_formula("mha", 1, 8, [](N n) { return LayerSizes{.n_heads = n, .d_head = 64}; }) ==
        "4 T d h d_h + 2 T^2 h d_h");
}
