#include "costs/layers/layer_crossovers.hpp"

#include <algorithm>
#include <iterator>

#include "costs/formula/symbols.hpp"

namespace attn {
namespace {

using namespace symbol;
struct Side {
  std::string name;
  Formula formula;
  Arguments arguments;
};

// The cost with another number of tokens.
CostOfTokens cost_of(const Side& side) {
  return [&side](std::uint64_t n_tokens) {
    Arguments arguments;
    arguments.add("T", "n_tokens", count_of(n_tokens));
    for (const Arguments::Argument& argument : side.arguments.all())
      arguments.add(argument.symbol, argument.meaning, argument.value);  // T stays
    return side.formula.at(arguments);
  };
}

void add(std::vector<LayerCrossover>& list, const LayerCrossover& about, const Side& left,
         const Side& right, const Count& d_model) {
  for (const Crossover& crossover : crossovers_of(cost_of(left), cost_of(right))) {
    LayerCrossover& added = list.emplace_back(about);
    added.left = left.name;
    added.right = right.name;
    added.left_formula = left.formula;
    added.right_formula = right.formula;
    added.crossover = crossover;
    if (crossover.tokens) added.per_d = *crossover.tokens / d_model;
  }
}

Side part_of(const LayerCosts& costs, const char* part, bool (*is_in_part)(const Quantity&)) {
  std::vector<Quantity> terms;
  std::copy_if(costs.macs.begin(), costs.macs.end(), std::back_inserter(terms), is_in_part);
  return {part, sum_of(costs, terms).formula, costs.arguments};
}

Side whole_of(const LayerCosts& costs) {
  return {costs.layer.name, sum_of(costs, costs.macs).formula, costs.arguments};
}

}  // namespace

std::vector<LayerCrossover> crossovers_among(const std::vector<LayerCosts>& layers) {
  std::vector<LayerCrossover> list;
  std::vector<Side> wholes;
  for (const LayerCosts& costs : layers) {
    wholes.push_back(whole_of(costs));
    if (costs.layer.has_projections())
      add(list, {.kind = LayerCrossover::Kind::projections, .layer = costs.layer.name},
          part_of(costs, "projections", is_projection), part_of(costs, "pairwise", is_pair_product),
          costs.arguments["d"]);
  }
  for (std::size_t i = 0; i < layers.size(); ++i)
    for (std::size_t j = 0; j < layers.size(); ++j) {
      const bool is_pair = layers.size() == 2 && i < j;
      const bool is_across = !layers[i].layer.cell && layers[j].layer.cell;
      const bool is_mirrored = layers.size() == 2 && i > j;
      if ((is_pair || is_across) && !is_mirrored)
        add(list, {.kind = LayerCrossover::Kind::layers}, wholes[i], wholes[j],
            layers[i].arguments["d"]);
    }
  if (list.empty()) return list;
  const Arguments& arguments = layers.front().arguments;
  add(list, {.kind = LayerCrossover::Kind::order}, {"O(T^2 d)", T * T * d, arguments},
      {"O(T d^2)", T * d * d, arguments}, arguments["d"]);
  return list;
}

}  // namespace attn
