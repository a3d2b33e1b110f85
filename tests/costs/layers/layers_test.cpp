#include "costs/layers/layers.hpp"

#include <set>

#include "costs/count/parameters.hpp"
#include "costs/formula/symbols.hpp"
#include "costs/layers/layer_costs.hpp"
#include "support/catch.hpp"
#include "support/layer_examples.hpp"

using namespace attn;

namespace {

std::vector<std::string> names_where(bool (Layer::*has)() const) {
  std::vector<std::string> names;
  for (const Layer& layer : all_layers())
    if ((layer.*has)()) names.emplace_back(layer.name);
  return names;
}

using Names = std::vector<std::string>;

Count n_parameters(const Model& model) {
  return total_of(parameters_of(model, arguments_of(model)));
}

}  // namespace

TEST_CASE("all_layers: each has a name of its own, and is either recurrent or a model",
          "[costs][layers]") {
  std::set<std::string> names;
  for (const Layer& layer : all_layers()) {
    CAPTURE(layer.name);
    names.insert(layer.name);
    CHECK(layer.cell.has_value() == (layer.model == nullptr));
    CHECK(std::string(layer.label) != "");
    CHECK(std::string(layer.about) != "");
  }
  CHECK(names.size() == all_layers().size());
  CHECK(names.size() == 13);
}

TEST_CASE("Layer: what a layer has decides which sizes mean something", "[costs][layers]") {
  CHECK(names_where(&Layer::has_heads) ==
        Names{"sdpa", "mha", "encoder", "decoder", "classifier", "simple-classifier"});
  CHECK(names_where(&Layer::has_projections) ==
        Names{"attention", "mha", "encoder", "decoder", "classifier", "simple-classifier"});
  CHECK(names_where(&Layer::has_mlp) == Names{"encoder", "decoder", "classifier"});
}

TEST_CASE("Layer: models as PyTorch counts them", "[costs][layers]") {
  const LayerSizes sizes;  // d_model 512, 8 heads, d_ff 2048
  CHECK(n_parameters(layer_named("mha").model(sizes)) == 1050624);      // MultiheadAttention
  CHECK(n_parameters(layer_named("encoder").model(sizes)) == 3152384);  // TransformerEncoderLayer
  CHECK(n_parameters(layer_named("decoder").model(sizes)) == 4204032);  // TransformerDecoderLayer
  CHECK(n_parameters(layer_named("sdpa").model(sizes)) == 0);
}

TEST_CASE("Layer: attention alone counts the same for any number of heads", "[costs][layers]") {
  for (const std::uint64_t n_heads : {1, 12}) {
    const LayerSizes sizes{.d_model = 768, .n_heads = n_heads, .n_tokens = 64};
    const LayerCosts costs = costs_of_layer(layer_named("sdpa"), sizes);
    CHECK(2 * total_of(costs.macs) == 12'582'912);  // as PyTorch's counter has it for 12 heads
    CHECK(costs.memory.front().count == n_heads * 64 * 64);
  }
}

TEST_CASE("Layer: sizes that are not given follow from the others", "[costs][layers]") {
  LayerSizes sizes{.d_model = 24, .n_heads = 6};
  const Model usual = layer_named("encoder").model(sizes);
  CHECK(usual.d_head == 4);
  CHECK(usual.n_kv_heads == 6);
  CHECK(usual.d_ff == 96);
  sizes.d_head = 5;
  sizes.n_kv_heads = 2;
  sizes.d_ff = 7;
  sizes.bias = false;
  const Model given = layer_named("encoder").model(sizes);
  CHECK(given.d_head == 5);
  CHECK(given.n_kv_heads == 2);
  CHECK(given.d_ff == 7);
  CHECK_FALSE(given.query_bias);
  CHECK_FALSE(given.mlp_bias);
  CHECK(layer_named("attention").model(sizes).n_heads == 1);
  CHECK_FALSE(layer_named("attention").model({}).query_bias);
  CHECK(layer_named("attention").model({.bias = true}).query_bias);
}

TEST_CASE("Layer: positions of the classifier cost parameters only in a table", "[costs][layers]") {
  CHECK(layer_named("classifier").model({}).positions == Positions::sinusoidal);
  const Model learned = layer_named("classifier").model({.n_positions = 128});
  CHECK(learned.positions == Positions::learned);
  CHECK(learned.n_positions == 128);
  CHECK(layer_named("simple-classifier").model({}).positions == Positions::none);
}

TEST_CASE("sizes_in_chapters: classifiers are 256 wide, layers 512", "[costs][layers]") {
  CHECK(sizes_in_chapters({layer_named("mha"), layer_named("rnn")}).d_model == 512);
  CHECK(sizes_in_chapters({layer_named("mha"), layer_named("gru-classifier")}).d_model == 256);
}
