#include "costs/layers/layer_report.hpp"

#include "costs/layers/printed_totals.hpp"

namespace attn {

LayerReport layer_report(const std::vector<Layer>& layers, const LayerSizes& sizes) {
  LayerReport report;
  for (const Layer& layer : layers) {
    const LayerCosts& costs = report.layers.emplace_back(costs_of_layer(layer, sizes));
    for (const std::string& remark : printed_totals_about(costs)) report.notes.push_back(remark);
  }
  for (const std::string& remark : printed_conclusions_about(report.layers))
    report.notes.push_back(remark);
  report.crossovers = crossovers_among(report.layers);
  return report;
}

}  // namespace attn
