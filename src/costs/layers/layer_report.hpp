#pragma once

#include <string>
#include <vector>

#include "costs/layers/layer_crossovers.hpp"

namespace attn {

/// One layer or several, where their costs cross, and what the chapters print otherwise.
struct LayerReport {
  std::vector<LayerCosts> layers;
  std::vector<LayerCrossover> crossovers;
  std::vector<std::string> notes;
};

/// Counts the layers and compares them.
/// Errors: as costs_of_layer.
LayerReport layer_report(const std::vector<Layer>& layers, const LayerSizes& sizes);

}  // namespace attn
