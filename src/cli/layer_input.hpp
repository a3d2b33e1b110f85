#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/layer_flags.hpp"
#include "cli/model_flags.hpp"
#include "cli/pass_flags.hpp"
#include "costs/layers.hpp"

namespace attn {

/// A flag of the same command, and whether it was given.
using GivenFlag = std::pair<const char*, bool>;

/// Layers and the sizes to count them at.
struct LayerInput {
  std::vector<Layer> layers;
  LayerSizes sizes;
  bool are_usual = false;  ///< nobody named them
};

/// Whether layers are asked for: by name, or because no model is described.
bool asks_for_layers(const LayerFlags& flags, const ModelFlags& model);

/// The layers named, or those of the chapters' comparison. Flags of a model and of a run give their
/// sizes; one that means nothing to any of them is refused, and so are all of `others`.
/// Errors: InputError naming the flag.
LayerInput read_layers(const LayerFlags& flags, const ModelFlags& model, const PassFlags& pass,
                       const std::vector<GivenFlag>& others);

}  // namespace attn
