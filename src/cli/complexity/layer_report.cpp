#include "cli/complexity/layer_report.hpp"

#include "base/message.hpp"
#include "costs/layers/printed_totals.hpp"

namespace attn {

LayerReport layer_report(const LayerInput& input) {
  LayerReport report;
  for (const Layer& layer : input.layers) {
    const LayerCosts& costs = report.layers.emplace_back(costs_of_layer(layer, input.sizes));
    for (const std::string& remark : printed_totals_about(costs)) report.notes.push_back(remark);
  }
  for (const std::string& remark : printed_conclusions_about(report.layers))
    report.notes.push_back(remark);
  report.crossovers = crossovers_among(report.layers);
  if (input.are_usual)
    report.more = translated(
        "--layer NAMES compares other layers, or shows one by its parts. --model NAME, "
        "--config FILE or --d-model N counts a whole model.");
  return report;
}

}  // namespace attn
