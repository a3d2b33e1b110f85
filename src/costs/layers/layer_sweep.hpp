#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "costs/compare/sweep.hpp"
#include "costs/formula/formula.hpp"
#include "costs/layers/layer_costs.hpp"

namespace attn {

/// Some layers at each value of a setting.
struct LayerSweepPoint {
  std::uint64_t value = 0;
  std::vector<LayerCosts> layers;
};

struct LayerSweep {
  SweepRange range;
  std::vector<LayerSweepPoint> points;  ///< each has the same layers in the same order
};

/// More layers than this make no picture.
constexpr std::size_t kMostSweptLayers = 3;

/// The sizes at one value of the setting that is swept.
using LayerSizesAt = std::function<LayerSizes(std::uint64_t value)>;

/// The costs of the layers at each value.
/// Errors: InputError if the range is refused, or there are more than kMostSweptLayers layers; as
///         costs_of_layer.
LayerSweep layer_sweep(const SweepRange& range, const std::vector<Layer>& layers,
                       const LayerSizesAt& sizes_at);

/// The multiply-accumulates of one of the layers as a formula that holds at every value, multiplied
/// out. Symbols stand for one another only where they do so all along: with 8 heads of 64, h d_h is
/// d at d_model 512 and not at 1,024.
Formula layer_macs_formula(const LayerSweep& sweep, std::size_t layer);

/// Multiply-accumulates of a layer, forward; as many FLOP again.
Count layer_macs(const LayerCosts& costs);

}  // namespace attn
