#include "costs/costs.hpp"

#include "costs/memory.hpp"
#include "costs/operations.hpp"
#include "costs/parameters.hpp"
#include "costs/symbols.hpp"

namespace attn {
namespace {

void add_sizes(const Pass& pass, Arguments& arguments) {
  arguments.add("B", "batch", count_of(pass.n_batch));
  arguments.add("T", pass.mode == Mode::decode ? "new tokens" : "tokens", count_of(pass.n_tokens));
  arguments.add("S", "keys", count_of(pass.n_keys));
  arguments.add("M", "encoder tokens", count_of(pass.n_source));
  arguments.add("b", "bytes", count_of(pass.dtype.n_bits / 8));
}

}  // namespace

Costs costs_of(const Model& model, const Pass& pass) {
  require_consistent(model);
  Costs costs{.model = model, .pass = pass, .arguments = arguments_of(model)};
  Arguments& arguments = costs.arguments;
  add_sizes(pass, arguments);
  costs.parameters = parameters_of(model, arguments);
  costs.n_active_parameters = active_parameters_of(model, costs.parameters);
  arguments.add("N", "parameters", total_of(costs.parameters));

  std::vector<StackPairs> pairs;
  for (const Stack& stack : model.stacks) {
    const StackPairs& of_stack = pairs.emplace_back(pairs_of(stack, pass, arguments));
    for (const auto& one : {of_stack.plain, of_stack.windowed, of_stack.cross})
      if (one) costs.pairs.push_back(*one);
  }
  costs.macs = macs_of(model, pass, pairs, arguments);
  costs.elementwise = elementwise_of(model, pass, pairs, arguments);
  costs.memory = memory_of(model, pass, arguments);
  return costs;
}

std::vector<Quantity> flops_of(std::vector<Quantity> macs) {
  constexpr unsigned kFlopPerMac = 2;
  for (Quantity& term : macs) {
    term.formula = kFlopPerMac * term.formula;
    term.count *= kFlopPerMac;
  }
  return macs;
}

const Quantity* find(const std::vector<Quantity>& quantities, const std::string& id) {
  for (const Quantity& quantity : quantities)
    if (quantity.id == id) return &quantity;
  return nullptr;
}

}  // namespace attn
