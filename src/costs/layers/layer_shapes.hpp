#pragma once

#include <string>
#include <vector>

#include "costs/formula/formula.hpp"
#include "costs/layers/layers.hpp"

namespace attn {

/// A tensor on the way through a layer: one axis after another, the batch first.
struct LayerShape {
  std::string id;     ///< "attention_weights"
  std::string label;  ///< the same for people, translated
  std::vector<Formula> axes;

  /// How many numbers it holds.
  Formula numbers() const;
};

/// The tensors of a layer or classifier of attention, in the order in which they come about.
///
///     (B, T, d)   (B, h, T, d_h)   (B, h, T, T)   (B, T, d)   ...   (B, C)
std::vector<LayerShape> shapes_of(const Model& model);

/// The same of a recurrent layer: its states, one a token, and of a classifier the last of them.
std::vector<LayerShape> recurrent_shapes(bool is_classifier);

}  // namespace attn
