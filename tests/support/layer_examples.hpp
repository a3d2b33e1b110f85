#pragma once

#include <string>
#include <vector>

#include "costs/layers/layers.hpp"

namespace attn {

/// The layer of that name.
/// Errors: std::out_of_range for any other.
Layer layer_named(const std::string& name);

/// The costs of some layers at the same sizes.
std::vector<LayerCosts> costs_of_layers(const std::vector<std::string>& names,
                                        const LayerSizes& sizes);

}  // namespace attn
