#pragma once

#include <string>
#include <vector>

#include "cli/complexity/model_flags.hpp"
#include "cli/complexity/pass_flags.hpp"
#include "cli/flags/flag_group.hpp"
#include "costs/layers/layers.hpp"

namespace attn {

/// Layers to compare, and the sizes that only they have, as typed.
struct LayerFlags {
  Flag layers{"--layer"}, hidden{"--hidden"}, bias_vectors{"--bias-vectors"}, classes{"--classes"};

  void add_to(FlagTable& table);
};

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
                       const Flags& others);

/// Layers and how their sizes follow from the value of a setting that is swept.
struct LayerSweepInput {
  SweepRange range;
  std::vector<Layer> layers;
  LayerSizesAt sizes_at;
};

/// Reads layers and a sweep over one of their sizes, "tokens=10:1000".
/// Errors: InputError as read_layers, as read_sweep_range, and where the flag that is swept was
///         given as well or means nothing to the layers.
LayerSweepInput read_layer_sweep(const Flag& sweep, const LayerFlags& flags,
                                 const ModelFlags& model, const PassFlags& pass,
                                 const Flags& others);

}  // namespace attn
