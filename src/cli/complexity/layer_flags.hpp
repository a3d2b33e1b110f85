#pragma once

#include <string>
#include <vector>

#include "cli/complexity/model_flags.hpp"
#include "cli/complexity/pass_flags.hpp"
#include "cli/flags/flag_group.hpp"
#include "cli/flags/flag_values.hpp"
#include "costs/layers/layers.hpp"

namespace attn {

/// Layers to lay side by side, and the sizes that only they have, as typed.
struct LayerFlags {
  std::string layers, classes, hidden, bias_vectors;

  void add_layer_flags(CLI::App& app);

  /// The first flag of these that was given; "" for none.
  std::string first_given() const;
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
                       const std::vector<GivenFlag>& others);

}  // namespace attn
