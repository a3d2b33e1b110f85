#include "costs/conventions/conventions.hpp"

#include "base/message.hpp"
#include "costs/conventions/convention_list.hpp"
#include "costs/conventions/counting_tools.hpp"
#include "costs/count/operations.hpp"
#include "costs/count/parameters.hpp"
#include "costs/formula/symbols.hpp"

namespace attn {
namespace {

using namespace symbol;

Convention row_of(Convention::Source source, const char* id, const char* label, const char* why,
                  bool is_mac = false) {
  return {.id = id,
          .label = label,
          .source = source,
          .is_mac = is_mac,
          .formula = {},
          .count = 0,
          .why = why};
}

// Half the square stands for a triangle, so there must be one.
std::string refusal_of_half(const Costs& costs) {
  const bool is_triangle = costs.pairs.size() == 1 &&
                           costs.pairs.front().kind == Pairs::Kind::causal &&
                           costs.pass.n_tokens == costs.pass.n_keys;
  return is_triangle ? "" : translated("only for a causal mask with as many queries as keys");
}

void add_rules(const Costs& costs, ConventionList& list) {
  using Source = Convention::Source;
  const std::uint64_t passes = list.passes();
  const Formula C_W = list.term("C_W"), C_A = list.term("C_A"), C_F = list.term("C_F");
  list.add(row_of(Source::rule, "attn", "attn",
                  translated("every matrix product, but only the pairs that the mask allows")),
           2 * passes * (C_W + C_A));
  list.add(row_of(Source::rule, "full_square", translated("full square"),
                  translated("the pairs that the mask blocks, too")),
           2 * passes * (C_W + C_F));
  list.add(row_of(Source::rule, "half_square", translated("half the square"),
                  translated("as FlashAttention and MaxText count: T^2/2 pairs, not T(T+1)/2")),
           2 * passes * C_W + passes * C_F, refusal_of_half(costs));
  list.add(row_of(Source::rule, "full_square_mac", translated("full square, MAC"),
                  translated("one product and one sum are one MAC, or two FLOP"), true),
           passes * (C_W + C_F));
  list.add(row_of(Source::rule, "weights_only_mac", translated("weights only"),
                  translated("what hooks on nn.Linear see: no Q Kᵀ, no A V, no T^2"), true),
           passes * C_W);
}

class Papers {
 public:
  explicit Papers(ConventionList& list) : list_(list), model_(list.model()), pass_(list.pass()) {}

  void add_all() {
    add_two_n();
    add_kaplan();
    add_palm();
    add_chinchilla();
  }

 private:
  static Convention row(const char* id, const char* label, const char* why) {
    return row_of(Convention::Source::paper, id, label, why);
  }

  Formula keys() const { return pass_.n_keys == pass_.n_tokens ? T : S; }
  Formula tokens() const { return sequences_of(pass_) * T; }

  std::string refusal_of_two_stacks() const {
    return model_.stacks.size() > 1
               ? translated("encoder and decoder see different numbers of tokens")
               : "";
  }

  // The papers count one kind of layer.
  std::string refusal_of_other_layers() const {
    if (const std::string refusal = refusal_of_two_stacks(); !refusal.empty()) return refusal;
    if (model_.n_experts > 0) return translated("not defined for layers with experts");
    if (model_.gated) return translated("not defined for gated MLPs");
    if (model_.n_kv_heads != model_.n_heads)
      return translated("not defined for shared key-value heads");
    if (model_.d_ff == 0 || !model_.projects_input || !model_.projects_output)
      return translated("not defined for layers without an MLP or without projections");
    return "";
  }

  void add_two_n() {
    const bool has_experts = model_.n_experts > 0;
    const std::uint64_t twice = 2 * list_.passes();
    list_.add(row("two_n_t", list_.trains() ? "6 N T" : "2 N T",
                  has_experts
                      ? translated("one MAC for each active parameter and token; no term with T^2")
                      : translated("one MAC for each parameter and token; no term with T^2")),
              twice * (has_experts ? list_.term("N_act") : N) * tokens(), refusal_of_two_stacks());
  }

  void add_kaplan() {
    const std::uint64_t twice = 2 * list_.passes();
    list_.add(row("kaplan", "Kaplan 2020",
                  translated("no embedding, no LM head, and one of the two products of attention")),
              (twice * list_.term("N_0") + twice * layers() * h * d_h * keys()) * tokens(),
              refusal_of_other_layers());
  }

  void add_palm() {
    const std::uint64_t passes = list_.passes();
    const Formula parameters = model_.positions == Positions::learned ? N - c * d : N;
    list_.add(
        row("palm", "PaLM, nanoGPT",
            translated("N without learned positions, but with biases and norms; full square")),
        (2 * passes * parameters + 4 * passes * layers() * h * d_h * keys()) * tokens(),
        refusal_of_palm());
  }

  std::string refusal_of_palm() const {
    if (const std::string refusal = refusal_of_two_stacks(); !refusal.empty()) return refusal;
    if (model_.n_experts > 0) return translated("not defined for layers with experts");
    return model_.has_lm_head ? "" : translated("not defined without an LM head");
  }

  void add_chinchilla() {
    const std::uint64_t passes = list_.passes();
    Formula count = 2 * passes * (list_.term("C_W") + list_.term("C_F")) +
                    2 * passes * tokens() * V * d + 3 * passes * list_.term("n_soft");
    if (pass_.logits == Logits::last) count += 2 * passes * sequences_of(pass_) * (T - 1) * V * d;
    list_.add(row("chinchilla", "Chinchilla",
                  translated("full square; the embedding as a product, 3 for each softmax value")),
              count, refusal_of_chinchilla());
  }

  std::string refusal_of_chinchilla() const {
    if (const std::string refusal = refusal_of_other_layers(); !refusal.empty()) return refusal;
    if (!model_.has_lm_head) return translated("not defined without an LM head");
    if (pass_.n_tokens != pass_.n_keys) return translated("only for whole sequences");
    return "";
  }

  Formula layers() const { return layers_symbol(model_.stacks.front()); }

  ConventionList& list_;
  const Model& model_;
  const Pass& pass_;
};

Count in_flop(const Convention& convention) {
  return convention.is_mac ? Count(2 * convention.count) : convention.count;
}

using namespace symbol;

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
  const Formula values = sum_where(costs.elementwise, &Quantity::formula, [](const Quantity& term) {
    return term.part == Quantity::Part::biases;
  });
  Formula of_sequence = 0;
  if (model.patches) of_sequence += model.patches->n_patches * d;
  if (model.pooler) of_sequence += d;
  if (model.n_classes > 0) of_sequence += C;
  return values + sequences_of(costs.pass) * of_sequence;
}

Formula projection_parameters(const Costs& costs) {
  return sum_where(costs.parameters, &Quantity::formula, is_projection);
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

Conventions conventions_of(const Costs& costs) {
  ConventionList list(costs);
  add_rules(costs, list);
  Papers(list).add_all();
  add_counting_tools(list);
  return std::move(list).finish();
}

double times_first(const Convention& convention, const Conventions& conventions) {
  const Count whole = in_flop(conventions.rows.front());
  if (!convention.formula || whole == 0) return 0;
  return mpq_class(in_flop(convention), whole).get_d();
}

std::vector<ConventionTerm> convention_terms(const Costs& forward) {
  std::vector<ConventionTerm> terms;
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
      sum_where(forward.macs, &Quantity::formula,
                [](const Quantity& term) { return !is_pair_product(term); }));
  add("C_A", translated("MAC of Q Kᵀ and A V, allowed pairs"),
      2 * sum_where(forward.macs, &Quantity::formula,
                    [](const Quantity& term) { return term.part == Quantity::Part::scores; }));
  add("C_F", translated("MAC of Q Kᵀ and A V, all pairs"),
      2 * h * d_h * over_stacks(forward, pairs));
  add_if_there("C_P", translated("the part of C_W in the projections of attention"),
               sum_where(forward.macs, &Quantity::formula, is_projection));
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
