#include "costs/convention_terms.hpp"

#include "core/message.hpp"
#include "costs/kinds.hpp"
#include "costs/operations.hpp"
#include "costs/parameters.hpp"
#include "costs/symbols.hpp"

namespace attn {
namespace {

using namespace symbol;

template <typename Selects>
Formula sum_where(const std::vector<Quantity>& quantities, const Selects& selects) {
  Formula sum = 0;
  for (const Quantity& quantity : quantities)
    if (selects(quantity)) sum += quantity.formula;
  return sum;
}

// Sums of one count per stack that runs.
template <typename CountIn>
Formula over_stacks(const Costs& costs, CountIn count_in) {
  Formula sum = 0;
  for (const Stack& stack : costs.model.stacks)
    if (runs(stack, costs.pass)) sum += count_in(stack);
  return sequences_of(costs.pass) * sum;
}

// Every query with every key, in all layers of a stack.
Formula all_pairs(const Stack& stack, const Pass& pass) {
  const Formula tokens = tokens_of(stack);
  const bool is_square = pass.n_tokens == pass.n_keys || stack.is_encoder();
  const Formula keys = is_square ? tokens : S;
  const Formula pairs = tokens * keys;
  return layers_symbol(stack) * (stack.cross_attention ? pairs + T * M : pairs);
}

Formula layer_norm_values(const Costs& costs) {
  const Model& model = costs.model;
  if (model.norm != Norm::layer && model.norm != Norm::layer_without_bias) return 0;
  const Formula values =
      over_stacks(costs, [&model](const Stack& stack) { return normalised_values(stack, model); });
  return model.embedding_norm ? values + sequences_of(costs.pass) * T * d : values;
}

Formula biased_values(const Costs& costs) {
  const Model& model = costs.model;
  Formula values = sum_where(costs.elementwise,
                             [](const Quantity& term) { return is_of_kind(term, {"biases"}); });
  Formula of_sequence = 0;
  if (model.patches) of_sequence += model.patches->n_patches * d;
  if (model.pooler) of_sequence += d;
  if (model.n_classes > 0) of_sequence += C;
  return values + sequences_of(costs.pass) * of_sequence;
}

Formula projection_parameters(const Costs& costs) {
  return sum_where(costs.parameters, [](const Quantity& part) {
    return is_of_kind(part, {"wq", "wk", "wv", "wo"});
  });
}

// GELU is not among them: counters do not see how it is called.
Formula activated_values(const Costs& costs) {
  if (costs.model.activation == Activation::gelu) return 0;
  return over_stacks(
      costs, [](const Stack& stack) { return layers_symbol(stack) * tokens_of(stack) * f; });
}

Formula scaled_queries(const Costs& costs) {
  return over_stacks(costs, [](const Stack& stack) {
    return layers_symbol(stack) * tokens_of(stack) * h * d_h * (stack.cross_attention ? 2 : 1);
  });
}

// With d_ff = 4 d_model and heads that make up d_model this is 12 d² in each layer.
Formula kaplan_parameters(const Model& model) {
  const Formula layers = layers_symbol(model.stacks.front());
  if (heads_fill_model(model) && model.d_ff == 4 * model.d_model) return 12 * layers * d * d;
  return 2 * layers * d * (2 * h * d_h + f);
}

// All but the experts that a token passes by.
Formula active_parameters(const Model& model) {
  Formula passed_by = 0;
  for (const Stack& stack : model.stacks) passed_by += layers_symbol(stack) * (E - k);
  return N - passed_by * mlp_of(model);
}

}  // namespace

std::vector<Definition> convention_terms(const Costs& forward) {
  std::vector<Definition> terms;
  const auto add = [&](const char* symbol, const char* meaning, const Formula& formula) {
    terms.push_back({.symbol = symbol,
                     .meaning = meaning,
                     .formula = formula,
                     .value = formula.at(forward.arguments)});
  };
  const auto add_if_there = [&](const char* symbol, const char* meaning, const Formula& formula) {
    if (formula.at(forward.arguments) != 0) add(symbol, meaning, formula);
  };
  const auto pairs = [&](const Stack& stack) { return all_pairs(stack, forward.pass); };

  add("C_W", translated("MAC of products with weights"),
      sum_where(forward.macs, [](const Quantity& term) { return !is_pair_product(term); }));
  add("C_A", translated("MAC of Q Kᵀ and W V, allowed pairs"),
      2 * sum_where(forward.macs,
                    [](const Quantity& term) { return is_of_kind(term, {"scores"}); }));
  add("C_F", translated("MAC of Q Kᵀ and W V, all pairs"),
      2 * h * d_h * over_stacks(forward, pairs));
  add_if_there("C_P", translated("the part of C_W in the projections of attention"),
               sum_where(forward.macs, is_projection));
  add_if_there("N_P", translated("parameters of the projections of attention"),
               projection_parameters(forward));
  add_if_there("n_norm", translated("values that go through a LayerNorm"),
               layer_norm_values(forward));
  add_if_there("n_bias", translated("values to which a bias is added"), biased_values(forward));
  add_if_there("n_soft", translated("scores that go through softmax"),
               h * over_stacks(forward, pairs));
  add_if_there("n_act", translated("values that go through SiLU or ReLU"),
               activated_values(forward));
  add_if_there("n_sc", translated("values of queries that are scaled"), scaled_queries(forward));
  add_if_there("N_0", translated("parameters of the layers without biases and norms"),
               kaplan_parameters(forward.model));
  if (forward.model.n_experts > 0)
    add("N_act", translated("parameters that one token goes through"),
        active_parameters(forward.model));
  return terms;
}

}  // namespace attn
