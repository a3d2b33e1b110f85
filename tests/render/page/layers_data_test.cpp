#include "render/page/layers_data.hpp"

#include <nlohmann/json.hpp>

#include "render/page/formula_data.hpp"
#include "support/catch.hpp"

using namespace attn;

using Json = nlohmann::ordered_json;

namespace {

Layer named_layer(const std::string& name) {
  for (const Layer& layer : all_layers())
    if (layer.name == name) return layer;
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("layers_data: formulas of the tokens, and where two layers cross") {
  const LayerReport report =
      layer_report({named_layer("attention"), named_layer("rnn")}, LayerSizes{});
  const Json data = layers_data(report, OperationUnit::flop, {});
  CHECK(data["title"] == "attention, rnn");
  CHECK(data["tokens"] == "100");
  REQUIRE(data["layers"].size() == 2);
  CHECK(data["layers"][1]["totals"]["macs"] ==
        formula_data(sum_of(report.layers[1], report.layers[1].macs).formula));
  CHECK(data["tables"].size() == 1);
  CHECK(data["about"] == "");
}

TEST_CASE("layers_data: one layer says what it is, and has shapes") {
  const LayerReport report = layer_report({named_layer("mha")}, LayerSizes{});
  const Json data = layers_data(report, OperationUnit::mac,
                                SweepRange{.parameter = "tokens", .from = 8, .to = 64});
  CHECK(data["about"] == "multi-head attention: W_Q, W_K, W_V and W_O.");
  CHECK(data["range"] == Json{{"from", "8"}, {"to", "64"}});
  CHECK(data["layers"][0]["shapes"].size() == report.layers[0].shapes.size());
}
