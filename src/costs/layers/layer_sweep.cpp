#include "costs/layers/layer_sweep.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "costs/formula/simplified.hpp"

namespace attn {
namespace {

// What holds at every value of the sweep.
Equalities shared_equalities(const LayerSweep& sweep, std::size_t layer) {
  Equalities shared = sweep.points.front().layers[layer].equal;
  for (const LayerSweepPoint& point : sweep.points) {
    const Equalities& here = point.layers[layer].equal;
    shared.heads_fill_model = shared.heads_fill_model && here.heads_fill_model;
    std::erase_if(shared.symbols, [&here](const auto& equality) {
      const auto found = here.symbols.find(equality.first);
      return found == here.symbols.end() || found->second.text() != equality.second.text();
    });
  }
  return shared;
}

bool holds_everywhere(const Formula& formula, const LayerSweep& sweep, std::size_t layer) {
  return std::all_of(sweep.points.begin(), sweep.points.end(), [&](const LayerSweepPoint& point) {
    const LayerCosts& costs = point.layers[layer];
    return formula.at(costs.arguments) == layer_macs(costs);
  });
}

}  // namespace

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

Formula layer_macs_formula(const LayerSweep& sweep, std::size_t layer) {
  const Equalities equal = shared_equalities(sweep, layer);
  // From the end, because a factor of 1 has no symbol: one sequence at the start, B of them later.
  for (auto point = sweep.points.rbegin(); point != sweep.points.rend(); ++point) {
    const Formula& plain = point->layers[layer].plain_macs;
    for (const Formula& formula : {simplified(plain, equal), plain})
      if (holds_everywhere(formula, sweep, layer)) return formula;
  }
  return sweep.points.back().layers[layer].plain_macs;
}

Count layer_macs(const LayerCosts& costs) { return sum_of(costs, costs.macs).count; }

}  // namespace attn
