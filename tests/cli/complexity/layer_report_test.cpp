#include "cli/complexity/layer_report.hpp"

#include "support/catch.hpp"
#include "support/layer_examples.hpp"

using namespace attn;

namespace {

LayerReport report_of(const std::vector<std::string>& names) {
  LayerInput input;
  for (const std::string& name : names) input.layers.push_back(layer_named(name));
  input.sizes = sizes_in_chapters(input.layers);
  return layer_report(input);
}

}  // namespace

TEST_CASE("layer_report: layers in the order asked for, with crossovers and remarks",
          "[cli][layer_report]") {
  const LayerReport report = report_of({"lstm-classifier", "simple-classifier"});
  REQUIRE(report.layers.size() == 2);
  CHECK(std::string(report.layers[0].layer.name) == "lstm-classifier");
  CHECK(report.crossovers.size() == 3);
  CHECK(report.notes.size() == 5);  // two totals, three conclusions
  CHECK(report.notes[0].starts_with("lstm-classifier: the chapter prints"));
  CHECK(report.more == "");
}

TEST_CASE("layer_report: where nobody named the layers, it says what else there is",
          "[cli][layer_report]") {
  LayerInput input{.layers = {layer_named("rnn")}};
  CHECK(layer_report(input).more == "");
  input.are_usual = true;
  CHECK(layer_report(input).more.starts_with("--layer NAMES compares other layers"));
}
