#pragma once

#include <string>
#include <vector>

#include "costs/layers/layers.hpp"
#include "render/costs/costs.hpp"
#include "support/layer_examples.hpp"

// Reports about layers, to be drawn.
namespace attn {

inline const LayerSizes kSmallLayer{.d_model = 8, .n_heads = 2, .n_tokens = 5};

inline LayerReport report_of(const std::vector<std::string>& names, const LayerSizes& sizes = {}) {
  LayerReport report{.layers = costs_of_layers(names, sizes)};
  report.crossovers = crossovers_among(report.layers);
  return report;
}

}  // namespace attn
