#pragma once

#include <string>

#include "cli/flag_group.hpp"

namespace attn {

/// Layers to lay side by side, and the sizes that only they have, as typed.
struct LayerFlags {
  std::string layers, classes, hidden, bias_vectors;

  void add_layer_flags(CLI::App& app);

  /// The first flag of these that was given; "" for none.
  std::string first_given() const;
};

}  // namespace attn
