#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costs/compare/crossover.hpp"
#include "costs/layers/layer_costs.hpp"

namespace attn {

/// Two costs and where they cross.
struct LayerCrossover {
  enum class Kind { projections, layers, order } kind = Kind::layers;
  std::string layer;        ///< whose parts they are; "" for whole layers and orders
  std::string left, right;  ///< "mha", "lstm"; "projections", "pairwise"
  Formula left_formula = 0, right_formula = 0;  ///< in MAC
  Crossover crossover{};
  std::optional<mpq_class> per_d{};  ///< the number of tokens as a multiple of d_model
};

/// The crossovers that the chapters ask for: in each layer with attention the projections against
/// the pairwise products, each such layer against each recurrent one (of two layers in any case),
/// and last the rule of orders, n^2 d against n d^2. None for a recurrent layer by itself.
///
///     3 T d^2 = 2 T^2 d at T = 1.5 d   4 T d^2 + 2 T^2 d = 8 T d^2 at T = 2 d
std::vector<LayerCrossover> crossovers_among(const std::vector<LayerCosts>& layers);

}  // namespace attn
