#include "support/layer_examples.hpp"

#include <stdexcept>

namespace attn {

Layer layer_named(const std::string& name) {
  for (const Layer& layer : all_layers())
    if (layer.name == name) return layer;
  throw std::out_of_range(name);
}

std::vector<LayerCosts> costs_of_layers(const std::vector<std::string>& names,
                                        const LayerSizes& sizes) {
  std::vector<LayerCosts> costs;
  for (const std::string& name : names) costs.push_back(costs_of_layer(layer_named(name), sizes));
  return costs;
}

}  // namespace attn
