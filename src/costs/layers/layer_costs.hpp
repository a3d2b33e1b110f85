#pragma once

#include <cstdint>
#include <vector>

#include "costs/formula/formula.hpp"
#include "costs/formula/simplified.hpp"
#include "costs/layers/layer_shapes.hpp"
#include "costs/layers/layers.hpp"

namespace attn {

/// What a layer costs; each formula is multiplied out for these sizes.
struct LayerCosts {
  Layer layer;
  LayerSizes sizes;
  Arguments arguments;
  Equalities equal;                    ///< what holds at these sizes, and makes the formulas short
  std::vector<LayerShape> shapes;      ///< of the tensors on the way, the batch first
  std::vector<Quantity> parameters;    ///< by part
  std::vector<Quantity> macs;          ///< by term, forward
  Formula plain_macs = 0;              ///< their sum as it is at other sizes, too: nothing equated
  std::vector<Quantity> memory;        ///< stored numbers; the sum is what one pass keeps
  std::vector<Quantity> memory_aside;  ///< not in the sum: one head, and one token after another
  Quantity sequential_steps{
      .formula = 0};  ///< steps that wait for one another, however many processors there are
  Quantity max_path{.formula = 0};  ///< steps between the two tokens farthest apart
};

/// Counts everything.
///
///     attention  steps 1   path 1     recurrent  steps T   path T − 1
///
/// Errors: InputError if d_model cannot be split into the heads, or heads not be shared.
/// Source: Vaswani et al. 2017, arXiv:1706.03762, table 1
LayerCosts costs_of_layer(const Layer& layer, const LayerSizes& sizes);

/// The sizes of a shape's axes in those costs.
std::vector<std::uint64_t> sizes_of(const LayerShape& shape, const LayerCosts& costs);

/// The terms in FLOP: each MAC is a multiplication and an addition.
std::vector<Quantity> flops_of(const LayerCosts& costs);

/// The symbols in the formulas of some layers and what they stand for. No two layers at the same
/// sizes use one symbol for different values.
Arguments arguments_of(const std::vector<LayerCosts>& layers);

/// The sum of a list with its formula, multiplied out.
Quantity sum_of(const LayerCosts& costs, const std::vector<Quantity>& quantities);

}  // namespace attn
