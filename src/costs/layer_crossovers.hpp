#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costs/crossover.hpp"
#include "costs/layer_costs.hpp"

namespace attn {

/// Two costs and where they cross.
struct LayerCrossover {
  enum class Kind { projections, layers, order } kind = Kind::layers;
  std::string left, right;              ///< "mha", "lstm"; for machines and people alike
  Formula left_formula, right_formula;  ///< in MAC
  Crossover crossover;
  std::optional<mpq_class> per_d;  ///< the number of tokens as a multiple of d_model
};

/// The crossovers that the chapters ask for: in each layer with attention the projections against
/// the pairwise products, each such layer against each recurrent one (of two layers in any case),
/// and last the rule of orders, n^2 d against n d^2.
///
///     3 T d^2 = 2 T^2 d at T = 1.5 d   4 T d^2 + 2 T^2 d = 8 T d^2 at T = 2 d
std::vector<LayerCrossover> crossovers_among(const std::vector<LayerCosts>& layers);

}  // namespace attn
