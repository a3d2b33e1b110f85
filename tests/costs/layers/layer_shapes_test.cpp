#include "costs/layers/layer_shapes.hpp"

#include "costs/layers/layer_costs.hpp"
#include "support/catch.hpp"
#include "support/layer_examples.hpp"

using namespace attn;

namespace {

using Sizes = std::vector<std::uint64_t>;

LayerCosts with_batch(const std::string& name, LayerSizes sizes) {
  return costs_of_layer(layer_named(name), sizes);
}

Sizes sizes_named(const LayerCosts& costs, const std::string& id) {
  for (const LayerShape& shape : costs.shapes)
    if (shape.id == id) return sizes_of(shape, costs);
  return {};
}

}  // namespace

TEST_CASE("shapes_of: the chapters' classifier, a batch of 16 texts of 50 words",
          "[costs][layer_shapes]") {
  const LayerCosts costs =
      with_batch("classifier", {.d_model = 256, .n_tokens = 50, .n_batch = 16});
  CHECK(sizes_named(costs, "token_numbers") == Sizes{16, 50});
  CHECK(sizes_named(costs, "embedding") == Sizes{16, 50, 256});
  CHECK(sizes_named(costs, "queries") == Sizes{16, 8, 50, 32});
  CHECK(sizes_named(costs, "attention_weights") == Sizes{16, 8, 50, 50});
  CHECK(sizes_named(costs, "mlp_hidden") == Sizes{16, 50, 1024});
  CHECK(sizes_named(costs, "mean") == Sizes{16, 256});
  CHECK(sizes_named(costs, "logits") == Sizes{16, 2});
}

TEST_CASE("shapes_of: one head has no axis of heads", "[costs][layer_shapes]") {
  LayerSizes sizes{.d_model = 512, .n_tokens = 10, .n_batch = 8};
  sizes.d_head = 64;
  const LayerCosts costs = with_batch("attention", sizes);
  CHECK(sizes_named(costs, "input") == Sizes{8, 10, 512});
  CHECK(sizes_named(costs, "attention_weights") == Sizes{8, 10, 10});
  CHECK(sizes_named(costs, "heads_output") == Sizes{8, 10, 64});
}

TEST_CASE("shapes_of: heads that share keys and values hold fewer of them",
          "[costs][layer_shapes]") {
  LayerSizes sizes{.d_model = 12, .n_heads = 6, .n_tokens = 9, .n_batch = 3};
  sizes.n_kv_heads = 2;
  const LayerCosts costs = with_batch("mha", sizes);
  CHECK(sizes_named(costs, "queries") == Sizes{3, 6, 9, 2});
  CHECK(sizes_named(costs, "keys") == Sizes{3, 2, 9, 2});
  CHECK(sizes_named(costs, "attention_output") == Sizes{3, 9, 12});
}

TEST_CASE("shapes_of: what attention keeps is what memory counts", "[costs][layer_shapes]") {
  for (const char* name : {"sdpa", "attention", "mha", "encoder", "decoder"}) {
    const LayerCosts costs =
        with_batch(name, {.d_model = 24, .n_heads = 6, .n_tokens = 5, .n_batch = 3});
    Count stored = 0;
    for (const LayerShape& shape : costs.shapes)
      if (shape.id == "queries" || shape.id == "keys" || shape.id == "values")
        stored += shape.numbers().at(costs.arguments);
    CAPTURE(name);
    for (const Quantity& quantity : costs.memory)
      if (quantity.id == "queries_keys_values") CHECK(stored == quantity.count);
    for (const LayerShape& shape : costs.shapes)
      if (shape.id == "attention_weights")
        CHECK(shape.numbers().at(costs.arguments) == costs.memory.front().count);
  }
}

TEST_CASE("recurrent_shapes: a state for each token, and the last one for a classifier",
          "[costs][layer_shapes]") {
  LayerSizes sizes{.d_model = 6, .n_tokens = 5, .n_batch = 3};
  sizes.d_hidden = 7;
  CHECK(sizes_named(with_batch("lstm", sizes), "states") == Sizes{3, 5, 7});
  CHECK(sizes_named(with_batch("lstm", sizes), "logits").empty());
  CHECK(sizes_named(with_batch("gru-classifier", sizes), "last_state") == Sizes{3, 7});
  CHECK(sizes_named(with_batch("gru-classifier", sizes), "logits") == Sizes{3, 2});
}
