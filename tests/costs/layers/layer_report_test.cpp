#include "costs/layers/layer_report.hpp"

#include "support/catch.hpp"
#include "support/layer_examples.hpp"

using namespace attn;

TEST_CASE("layer_report: layers in the order asked for, with crossovers and remarks",
          "[costs][layer_report]") {
  const std::vector<Layer> layers{layer_named("lstm-classifier"), layer_named("simple-classifier")};
  const LayerReport report = layer_report(layers, sizes_in_chapters(layers));
  REQUIRE(report.layers.size() == 2);
  CHECK(std::string(report.layers[0].layer.name) == "lstm-classifier");
  CHECK(report.crossovers.size() == 3);
  CHECK(report.notes.size() == 5);  // two totals, three conclusions
  CHECK(report.notes[0].starts_with(
      "lstm-classifier: the chapter “Self-attention and multi-head attention” prints"));
}
