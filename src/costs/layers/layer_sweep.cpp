#include "costs/layers/layer_sweep.hpp"

#include "base/error.hpp"
#include "base/message.hpp"

namespace attn {

LayerSweep layer_sweep(const SweepRange& range, const std::vector<Layer>& layers,
                       const LayerSizesAt& sizes_at) {
  if (layers.size() > kMostSweptLayers)
    throw InputError(message(
        "--sweep draws a curve for each layer, at most {}, but --layer names {}. Name fewer, "
        "for instance --layer rnn,attention.",
        kMostSweptLayers, layers.size()));
  LayerSweep sweep{.range = range, .points = {}};
  for (const std::uint64_t value : values_of(range)) {
    LayerSweepPoint& point = sweep.points.emplace_back();
    point.value = value;
    for (const Layer& layer : layers)
      point.layers.push_back(costs_of_layer(layer, sizes_at(value)));
  }
  return sweep;
}

Count layer_macs(const LayerCosts& costs) { return sum_of(costs, costs.macs).count; }

}  // namespace attn
