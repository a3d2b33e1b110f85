#pragma once

#include <vector>

#include "cli/flag_values.hpp"
#include "cli/layer_flags.hpp"
#include "cli/model_flags.hpp"
#include "cli/pass_flags.hpp"
#include "costs/layers.hpp"

namespace attn {

/// Layers and the sizes to count them at.
struct LayerInput {
  std::vector<Layer> layers;
  LayerSizes sizes;
  bool are_usual = false;  ///< nobody named them
};

/// The layers named, or those of the chapters' comparison. Flags of a model and of a run give their
/// sizes; one that means nothing to any of them is refused, and so are all of `others`.
/// Errors: InputError naming the flag.
LayerInput read_layers(const LayerFlags& flags, const ModelFlags& model, const PassFlags& pass,
                       const std::vector<GivenFlag>& others);

}  // namespace attn
