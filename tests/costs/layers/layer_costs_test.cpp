#include "costs/layers/layer_costs.hpp"

#include "base/message.hpp"
#include "costs/costs.hpp"
#include "support/catch.hpp"
#include "support/layer_examples.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

LayerCosts costs_named(const std::string& name, const LayerSizes& sizes = {}) {
  return costs_of_layer(layer_named(name), sizes);
}

std::string formula(const std::vector<Quantity>& quantities, const std::string& id) {
  return find(quantities, id)->formula.text();
}

std::string total_formula(const LayerCosts& costs, const std::vector<Quantity>& quantities) {
  return sum_of(costs, quantities).formula.text();
}

// Sizes that differ from each other, and from what follows from others.
std::vector<LayerSizes> different_sizes() {
  std::vector<LayerSizes> all{
      {}, {.d_model = 24, .n_heads = 6, .n_tokens = 5}, {.d_model = 7, .n_heads = 1}};
  LayerSizes odd{.d_model = 12, .n_heads = 6, .n_tokens = 9, .n_batch = 3};
  odd.n_kv_heads = 2;
  odd.d_head = 5;
  odd.d_ff = 11;
  odd.d_hidden = 13;
  odd.n_positions = 17;
  odd.causal = true;
  odd.n_bias_vectors = 1;
  odd.dtype = dtype_named("int4");
  all.push_back(odd);
  return all;
}

}  // namespace

TEST_CASE("costs_of_layer: every formula gives its number, at the arguments that are shown",
          "[costs][layer_costs][property]") {
  for (const LayerSizes& sizes : different_sizes()) {
    std::vector<LayerCosts> layers;
    for (const Layer& layer : all_layers()) layers.push_back(costs_of_layer(layer, sizes));
    const Arguments shown = arguments_of(layers);
    for (const LayerCosts& costs : layers)
      for (const auto& list : {costs.parameters,
                               costs.macs,
                               flops_of(costs),
                               costs.memory,
                               costs.memory_aside,
                               {sum_of(costs, costs.macs)},
                               {costs.sequential_steps},
                               {costs.max_path}})
        for (const Quantity& quantity : list) {
          CAPTURE(costs.layer.name, quantity.id, quantity.formula.text());
          CHECK(quantity.formula.at(costs.arguments) == quantity.count);
          CHECK(quantity.formula.at(shown) == quantity.count);
        }
  }
}

TEST_CASE("costs_of_layer: formulas as the chapters write them", "[costs][layer_costs]") {
  const LayerCosts mha = costs_named("mha");
  CHECK(formula(mha.parameters, "wq") == "d^2 + d");
  CHECK(formula(mha.macs, "projections") == "3 T d^2");
  CHECK(formula(mha.macs, "scores") == "T^2 d");
  CHECK(total_formula(mha, mha.parameters) == "4 d^2 + 4 d");
  const LayerCosts classifier = costs_named("classifier", {.d_model = 256});
  CHECK(total_formula(classifier, classifier.parameters) == "V d + C d + 12 d^2 + C + 13 d");
  const LayerCosts lstm = costs_named("lstm");
  CHECK(total_formula(lstm, lstm.parameters) == "8 d^2 + 8 d");
}

TEST_CASE("costs_of_layer: causal attention costs half the pairs and the diagonal",
          "[costs][layer_costs]") {
  LayerSizes sizes{.d_model = 8, .n_heads = 2, .n_tokens = 5};
  sizes.causal = true;
  const LayerCosts costs = costs_named("mha", sizes);
  CHECK(find(costs.macs, "scores")->count == 8 * 15);
  CHECK(formula(costs.macs, "scores") == "(T^2 d + T d) / 2");
  CHECK(total_formula(costs, costs.macs) == "4 T d^2 + T^2 d + T d");
  // The weights above the diagonal are zeros, but they are stored.
  CHECK(find(costs.memory, "attention_weights")->count == 2 * 25);
  sizes.causal = false;
  CHECK(find(costs_named("decoder", sizes).macs, "scores")->count == 8 * 25);
  sizes.causal.reset();
  CHECK(find(costs_named("decoder", sizes).macs, "scores")->count == 8 * 15);
}

TEST_CASE("costs_of_layer: memory of attention grows with the square, of recurrence with T",
          "[costs][layer_costs]") {
  const LayerSizes sizes{.d_model = 8, .n_heads = 2, .n_tokens = 5, .n_batch = 3};
  const LayerCosts mha = costs_named("mha", sizes);
  CHECK(find(mha.memory, "attention_weights")->count == 3 * 2 * 25);
  CHECK(find(mha.memory, "queries_keys_values")->count == 3 * 3 * 5 * 8);
  CHECK(find(mha.memory_aside, "attention_weights_one_head")->count == 3 * 25);
  CHECK(find(mha.memory_aside, "streaming_keys_values")->count == 3 * 2 * 5 * 8);
  CHECK(total_formula(mha, mha.memory) == "B T^2 h + 3 B T d");
  CHECK(find(costs_named("encoder", sizes).memory_aside, "streaming_keys_values") == nullptr);

  const LayerCosts decoder = costs_named("decoder", sizes);
  CHECK(find(decoder.memory, "cross_attention_weights")->count == 3 * 2 * 25);
  CHECK(find(decoder.memory, "cross_queries_keys_values")->count == 3 * 3 * 5 * 8);

  const LayerCosts lstm = costs_named("lstm", sizes);
  CHECK(total_formula(lstm, lstm.memory) == "2 B T d");
  CHECK(find(lstm.memory_aside, "streaming_cell")->count == 3 * 8);
}

TEST_CASE("costs_of_layer: steps and paths", "[costs][layer_costs]") {
  for (const Layer& layer : all_layers()) {
    const LayerCosts costs = costs_of_layer(layer, {.n_tokens = 40});
    const int steps = layer.cell ? 40 : layer.name == std::string("decoder") ? 2 : 1;
    CAPTURE(layer.name);
    CHECK(costs.sequential_steps.count == steps);
    CHECK(costs.max_path.count == (layer.cell ? 39 : 1));
  }
}

TEST_CASE("costs_of_layer: a number beyond 64 bits is exact", "[costs][layer_costs]") {
  const std::uint64_t trillion = 1'000'000'000'000;
  const LayerSizes sizes{.d_model = trillion, .n_heads = 1, .n_tokens = trillion};
  const LayerCosts costs = costs_named("mha", sizes);
  CHECK(total_of(costs.macs) == Count("6000000000000000000000000000000000000"));
  CHECK(total_formula(costs, costs.macs) == "4 T d^2 + 2 T^2 d");
}

TEST_CASE("flops_of: two for each MAC, multiplied out", "[costs][layer_costs]") {
  const LayerCosts costs = costs_named("mha");
  const auto terms = flops_of(costs);
  CHECK(total_of(terms) == 2 * total_of(costs.macs));
  CHECK(total_formula(costs, terms) == "8 T d^2 + 4 T^2 d");
}

TEST_CASE("arguments_of layers: the symbols of their formulas and shapes and no others",
          "[costs][layer_costs]") {
  const auto symbols = [](const std::vector<std::string>& names, const LayerSizes& sizes) {
    std::string text;
    const Arguments arguments = arguments_of(costs_of_layers(names, sizes));
    for (const Arguments::Argument& argument : arguments.all()) text += argument.symbol + " ";
    return text;
  };
  CHECK(symbols({"attention", "rnn"}, {}) == "d B T ");
  CHECK(symbols({"attention", "mha"}, {}) == "d B T h d_h ");
  LayerSizes narrow;
  narrow.d_head = 64;
  CHECK(symbols({"attention"}, narrow) == "d d_h B T ");
}

TEST_CASE("costs_of_layer: refuses heads that do not fit", "[costs][layer_costs]") {
  CHECK_THROWS_MATCHES(costs_named("mha", {.d_model = 10, .n_heads = 4}), InputError,
                       Message("d_model 10 cannot be split into 4 heads: 10 / 4 = 2.5."));
  LayerSizes shared{.n_heads = 4};
  shared.n_kv_heads = 3;
  CHECK_THROWS_AS(costs_named("mha", shared), InputError);
  CHECK_NOTHROW(costs_named("attention", {.d_model = 10, .n_heads = 4}));  // it has one head
}
