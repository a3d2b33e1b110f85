#include "costs/layers/layer_costs.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "core/heads.hpp"
#include "costs/costs.hpp"
#include "costs/count/operations.hpp"
#include "costs/formula/simplified.hpp"
#include "costs/formula/symbols.hpp"

namespace attn {
namespace {

using namespace symbol;

Pass pass_at(const LayerSizes& sizes) {
  return {.n_batch = sizes.n_batch,
          .n_tokens = sizes.n_tokens,
          .n_keys = sizes.n_tokens,
          .n_source = sizes.n_tokens,
          .causal = sizes.causal,
          .types = {sizes.dtype, sizes.dtype, sizes.dtype}};
}

// The numbers that attention keeps: h T^2 weights, and queries, keys and values, 3 T d.
void add_attention_memory(LayerCosts& costs, const Model& model, const Formula& sequences) {
  const auto add = [&costs](std::vector<Quantity>& list, const char* id, const char* label,
                            const Formula& formula) {
    list.push_back(quantity_of(id, label, formula, costs.arguments));
  };
  const Formula weights = sequences * T * S;
  add(costs.memory, "attention_weights", translated("attention weights"), h * weights);
  add(costs.memory, "queries_keys_values", translated("queries, keys, values"),
      sequences * T * d_h * (h + 2 * h_kv));
  if (model.stacks.front().cross_attention) {
    add(costs.memory, "cross_attention_weights", translated("cross-attention weights"),
        h * sequences * T * M);
    add(costs.memory, "cross_queries_keys_values", translated("cross queries, keys, values"),
        sequences * d_h * (T * h + 2 * M * h_kv));
  }
  add(costs.memory_aside, "attention_weights_one_head", translated("attention weights of one head"),
      weights);
  if (!costs.layer.reads_all_at_once)
    add(costs.memory_aside, "streaming_keys_values",
        translated("keys and values, one token after another"), 2 * sequences * T * h_kv * d_h);
}

Equalities equalities_of(const Costs& costs) {
  const Model& model = costs.model;
  Equalities equal;
  const auto replace = [&equal](const char* symbol, const Formula& formula) {
    equal.symbols.emplace(symbol, formula);
  };
  replace("L", 1);
  replace("S", T);
  replace("M", T);
  for (const Pairs& pairs : costs.pairs) equal.symbols.emplace(pairs.symbol, pairs.formula);
  if (model.n_kv_heads == model.n_heads) replace("h_kv", h);
  if (model.d_ff == 4 * model.d_model) replace("f", 4 * d);
  equal.heads_fill_model = heads_fill_model(model);
  if (model.n_heads == 1) {
    replace("h", 1);
    if (equal.heads_fill_model) replace("d_h", d);
  }
  return equal;
}

// Where a quotient was rounded up, the formula stays as it was.
void simplify(std::vector<Quantity>& quantities, const Arguments& arguments,
              const Equalities& equal) {
  for (Quantity& quantity : quantities) {
    const Formula simple = simplified(quantity.formula, equal);
    if (simple.at(arguments) == quantity.count) quantity.formula = simple;
  }
}

void simplify(LayerCosts& costs) {
  for (auto* list : {&costs.parameters, &costs.macs, &costs.memory, &costs.memory_aside})
    simplify(*list, costs.arguments, costs.equal);
  for (LayerShape& shape : costs.shapes)
    for (Formula& axis : shape.axes) axis = simplified(axis, costs.equal);
}

void require_heads_of_whole_width(const LayerSizes& sizes) {
  if (sizes.d_head || sizes.d_model % sizes.n_heads == 0) return;
  throw InputError(uneven_heads_text(sizes.d_model, sizes.n_heads));
}

LayerCosts attention_costs(const Layer& layer, const LayerSizes& sizes) {
  if (layer.has_heads()) require_heads_of_whole_width(sizes);
  const Costs all = costs_of(layer.model(sizes), pass_at(sizes));
  LayerCosts costs{.layer = layer,
                   .sizes = sizes,
                   .arguments = all.arguments,
                   .equal = equalities_of(all),
                   .shapes = shapes_of(all.model),
                   .parameters = all.parameters,
                   .macs = all.macs};
  add_attention_memory(costs, all.model, sequences_of(all.pass));
  const bool is_twice = all.model.stacks.front().cross_attention;
  costs.sequential_steps = quantity_of("sequential_steps", translated("sequential steps"),
                                       is_twice ? 2 : 1, costs.arguments);
  costs.max_path = quantity_of("max_path", translated("longest path"), 1, costs.arguments);
  return costs;
}

LayerCosts recurrent_costs(const Layer& layer, const LayerSizes& sizes) {
  const Recurrent recurrent{.cell = *layer.cell,
                            .d_input = sizes.d_model,
                            .d_hidden = sizes.d_hidden.value_or(sizes.d_model),
                            .n_bias_vectors = sizes.n_bias_vectors,
                            .n_vocab = layer.is_classifier ? sizes.n_vocab : 0,
                            .n_classes = layer.is_classifier ? sizes.n_classes : 0};
  const Pass pass = pass_at(sizes);
  LayerCosts costs{.layer = layer, .sizes = sizes, .arguments = arguments_of(recurrent)};
  costs.arguments.add("B", "n_batch", count_of(sizes.n_batch));
  costs.arguments.add("T", "n_tokens", count_of(sizes.n_tokens));
  costs.arguments.add("b", "value_bytes", count_of(sizes.dtype.n_bits / 8));
  if (recurrent.d_hidden == recurrent.d_input) costs.equal.symbols.emplace("H", d);
  costs.shapes = recurrent_shapes(layer.is_classifier);
  costs.parameters = parameters_of(recurrent, costs.arguments);
  costs.macs = macs_of(recurrent, pass, costs.arguments);
  costs.memory = states_of(recurrent, pass, costs.arguments);
  costs.memory_aside = streaming_states_of(recurrent, pass, costs.arguments);
  costs.sequential_steps =
      quantity_of("sequential_steps", translated("sequential steps"), T, costs.arguments);
  costs.max_path = quantity_of("max_path", translated("longest path"), T - 1, costs.arguments);
  return costs;
}

}  // namespace

LayerCosts costs_of_layer(const Layer& layer, const LayerSizes& sizes) {
  LayerCosts costs = layer.cell ? recurrent_costs(layer, sizes) : attention_costs(layer, sizes);
  for (const Quantity& term : costs.macs) costs.plain_macs += term.formula;
  simplify(costs);
  return costs;
}

std::vector<std::uint64_t> sizes_of(const LayerShape& shape, const LayerCosts& costs) {
  std::vector<std::uint64_t> sizes;
  for (const Formula& axis : shape.axes) sizes.push_back(axis.at(costs.arguments).get_ui());
  return sizes;
}

std::vector<Quantity> flops_of(const LayerCosts& costs) {
  std::vector<Quantity> terms = flops_of(costs.macs);
  simplify(terms, costs.arguments, costs.equal);
  return terms;
}

Arguments arguments_of(const std::vector<LayerCosts>& layers) {
  Arguments used;
  for (const LayerCosts& costs : layers) {
    std::vector<std::string> symbols;
    for (const LayerShape& shape : costs.shapes)
      for (const Formula& axis : shape.axes)
        for (const std::string& symbol : axis.symbols()) symbols.push_back(symbol);
    for (const auto* list : {&costs.parameters, &costs.macs, &costs.memory, &costs.memory_aside})
      for (const Quantity& quantity : *list)
        for (const std::string& symbol : quantity.formula.symbols()) symbols.push_back(symbol);
    for (const Arguments::Argument& argument : costs.arguments.all())
      if (std::find(symbols.begin(), symbols.end(), argument.symbol) != symbols.end())
        used.add(argument.symbol, argument.meaning, argument.value);
  }
  return used;
}

Quantity sum_of(const LayerCosts& costs, const std::vector<Quantity>& quantities) {
  Formula sum = 0;
  for (const Quantity& part : quantities) sum += part.formula;
  std::vector<Quantity> total{
      {.id = "total", .label = translated("total"), .formula = sum, .count = total_of(quantities)}};
  simplify(total, costs.arguments, costs.equal);
  return total.front();
}

}  // namespace attn
