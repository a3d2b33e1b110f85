#include "costs/costs.hpp"

#include <algorithm>

#include "base/count.hpp"
#include "base/message.hpp"
#include "costs/count/memory.hpp"
#include "costs/count/operations.hpp"
#include "costs/count/parameters.hpp"
#include "costs/formula/symbols.hpp"

namespace attn {
namespace {

void add_sizes(const Pass& pass, Arguments& arguments) {
  arguments.add("B", "n_batch", count_of(pass.n_batch));
  arguments.add("T", "n_tokens", count_of(pass.n_tokens));
  arguments.add("S", "n_keys", count_of(pass.n_keys));
  arguments.add("M", "n_source", count_of(pass.n_source));
  const StoredTypes& types = pass.types;
  arguments.add("b", "value_bytes", count_of(types.values.n_bits / 8));
  const auto add_other = [&](const char* symbol, const char* meaning, const Dtype& dtype) {
    if (dtype.n_bits != types.values.n_bits && dtype.n_bits >= 8)
      arguments.add(symbol, meaning, count_of(dtype.n_bits / 8));
  };
  add_other("b_w", "weight_bytes", types.weights);
  add_other("b_kv", "cached_value_bytes", types.cache);
}

// What the model was not made for: the numbers are right, but it cannot be run like that.
std::vector<std::string> warnings_of(const Model& model, const Pass& pass) {
  std::vector<std::string> warnings;
  const std::uint64_t n_longest = std::max(pass.n_tokens, pass.n_keys);
  if (model.patches && n_longest != model.n_positions)
    warnings.push_back(message("an image has {} tokens in this model, but {} were asked for.",
                               count_text(model.n_positions), count_text(n_longest)));
  else if (model.positions == Positions::learned && n_longest > model.n_positions)
    warnings.push_back(message("the table of positions has {} rows, but {} tokens were asked for.",
                               count_text(model.n_positions), count_text(n_longest)));
  const bool is_causal = pass.causal.value_or(model.stacks.back().causal) && !pass.given_pairs;
  if (is_causal && pass.n_keys < pass.n_tokens)
    warnings.push_back(
        message("queries that come before every key, so that they may attend to nothing: {}",
                count_text(pass.n_tokens - pass.n_keys)));
  return warnings;
}

// Whoever asks for weights of four bits seldom means scores of four bits.
void note_types(Costs& costs) {
  const StoredTypes& types = costs.pass.types;
  if (types.weights.n_bits == types.values.n_bits) return;
  const bool has_cache = find(costs.memory, "kv_cache_bytes") != nullptr;
  costs.model.notes.push_back(
      has_cache && types.cache.name == types.values.name
          ? message("The weights are counted as {}, without scales; scores and the KV cache as {}. "
                    "--kv-dtype gives the cache another type.",
                    types.weights.name, types.values.name)
          : message("The weights are counted as {}, without scales; scores as {}.",
                    types.weights.name, types.values.name));
}

std::vector<StackPairs> pairs_in_stacks(const Model& model, const Pass& pass,
                                        Arguments& arguments) {
  std::vector<StackPairs> pairs;
  for (const Stack& stack : model.stacks) pairs.push_back(pairs_of(stack, pass, arguments));
  return pairs;
}

// What the matrix products of the same pass would cost without any mask.
Count full_square_macs(Model model, Pass pass, const Arguments& sizes) {
  pass.causal = false;
  pass.window.reset();
  pass.given_pairs.reset();
  for (Stack& stack : model.stacks) stack.n_windowed_layers = 0;
  Arguments arguments = sizes;
  const std::vector<StackPairs> pairs = pairs_in_stacks(model, pass, arguments);
  return total_of(macs_of(model, pass, pairs, arguments));
}

}  // namespace

Costs costs_of(const Model& model, const Pass& pass) {
  require_consistent(model);
  Costs costs{.model = model, .pass = pass, .arguments = arguments_of(model)};
  Arguments& arguments = costs.arguments;
  add_sizes(pass, arguments);
  costs.parameters = parameters_of(model, arguments);
  costs.active_parameters = active_parameters_of(model, arguments);
  costs.n_active_parameters = costs.active_parameters.at(arguments);
  costs.read_parameters = step_parameters_of(model, arguments);
  arguments.add("N", "n_parameters", total_of(costs.parameters));
  arguments.add("N_r", "n_parameters_read", costs.read_parameters.at(arguments));

  costs.full_square_macs = full_square_macs(model, pass, arguments);
  const std::vector<StackPairs> pairs = pairs_in_stacks(model, pass, arguments);
  for (const StackPairs& of_stack : pairs)
    for (const auto& one : {of_stack.plain, of_stack.windowed, of_stack.cross})
      if (one) costs.pairs.push_back(*one);
  costs.macs = macs_of(model, pass, pairs, arguments);
  costs.elementwise = elementwise_of(model, pass, pairs, arguments);
  costs.memory = memory_of(model, pass, arguments);
  costs.warnings = warnings_of(model, pass);
  note_types(costs);
  return costs;
}

std::vector<Quantity> flops_of(std::vector<Quantity> macs) {
  constexpr unsigned kFlopPerMac = 2;
  for (Quantity& term : macs) {
    term.formula = kFlopPerMac * term.formula;
    term.general = kFlopPerMac * term.general;
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
