#include "costs/conventions/conventions.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "costs/conventions/convention_list.hpp"
#include "costs/costs.hpp"

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

namespace {

Costs forward_of(const Costs& costs) {
  if (costs.pass.mode != Mode::train) return costs;
  Pass pass = costs.pass;
  pass.mode = Mode::prefill;
  return costs_of(costs.model, pass);
}

bool is_used(const ConventionTerm& definition, const std::vector<Convention>& rows) {
  return std::any_of(rows.begin(), rows.end(), [&definition](const Convention& row) {
    if (!row.formula) return false;
    const std::vector<std::string> symbols = row.formula->symbols();
    return std::find(symbols.begin(), symbols.end(), definition.symbol) != symbols.end();
  });
}

}  // namespace

ConventionList::ConventionList(const Costs& costs) : costs_(costs) {
  found_.arguments = costs.arguments;
  found_.definitions = convention_terms(forward_of(costs));
  for (const ConventionTerm& definition : found_.definitions)
    found_.arguments.add(definition.symbol, definition.meaning, definition.value);
}

Formula ConventionList::term(const std::string& symbol) const {
  const bool is_there =
      std::any_of(found_.definitions.begin(), found_.definitions.end(),
                  [&symbol](const ConventionTerm& one) { return one.symbol == symbol; });
  return is_there ? Formula(symbol) : Formula(0);
}

void ConventionList::add(Convention row, const Formula& formula, const std::string& refusal) {
  if (refusal.empty()) {
    row.formula = formula;
    row.count = formula.at(found_.arguments);
  } else {
    row.why = refusal;
  }
  found_.rows.push_back(std::move(row));
}

Conventions ConventionList::finish() && {
  std::erase_if(found_.definitions,
                [this](const ConventionTerm& one) { return !is_used(one, found_.rows); });
  return std::move(found_);
}

namespace {

// Layers that nn.MultiheadAttention and nn.TransformerEncoderLayer can be, with their default of a
// bias everywhere.
bool fits_multi_head_module(const Model& model, const Pass& pass) {
  const bool has_biases =
      model.query_bias && model.key_bias && model.value_bias && model.output_bias;
  const bool is_plain = !model.gated && !model.query_key_norm && model.norm != Norm::rms &&
                        model.positions != Positions::relative;
  return model.n_vocab == 0 && !model.patches && model.projects_input && model.projects_output &&
         has_biases && is_plain && model.n_kv_heads == model.n_heads && heads_fill_model(model) &&
         pass.mode != Mode::decode;
}

class Tools {
 public:
  explicit Tools(ConventionList& list)
      : list_(list),
        has_module_(fits_multi_head_module(list.model(), list.pass())),
        refusal_(list.model().n_experts > 0
                     ? translated("what tools see depends on how the experts are written")
                     : "") {}

  void add_all() {
    add_flop_counter();
    add_fvcore();
    add_ptflops();
    add_thop();
    add_torchinfo();
    add_calflops();
  }

 private:
  void add(const char* id, const std::string& label, bool is_mac, const Formula& formula,
           const char* why) {
    add_unless(refusal_, id, label, is_mac, formula, why);
  }

  void add_unless(const std::string& refusal, const char* id, const std::string& label, bool is_mac,
                  const Formula& formula, const char* why) {
    list_.add({.id = id,
               .label = label,
               .source = Convention::Source::tool,
               .is_mac = is_mac,
               .formula = {},
               .count = 0,
               .why = why},
              formula, refusal);
  }

  static std::string fused(const char* tool) { return message("{}, fused", tool); }
  static std::string module_of(const char* tool) { return tool + std::string(", MHA"); }

  // Runs backward too. There the first layer of an image model needs no gradient of its input, and
  // fused attention computes its scores a second time: five products instead of four.
  void add_flop_counter() {
    const Model& model = list_.model();
    if (!list_.trains()) {
      add("flop_counter_mode", "FlopCounterMode", false, 2 * (C_W + C_F),
          translated("every product, with all pairs: it does not ask what the mask blocks"));
      return;
    }
    const Formula of_image =
        model.patches ? 2 * sequences_of(list_.pass()) * model.patches->n_patches * p * d : 0;
    add("flop_counter_mode", "FlopCounterMode", false, 6 * (C_W + C_F) - of_image,
        translated("every product forward and backward, with all pairs"));
    add("flop_counter_mode_fused", fused("FlopCounterMode"), false, 6 * C_W + 7 * C_F - of_image,
        translated("going backward, fused attention computes its scores once more"));
  }

  void add_fvcore() {
    add("fvcore", "fvcore", true, C_W + C_F + 5 * n_norm,
        translated("calls one MAC one flop; adds 5 for each value of a LayerNorm"));
    add("fvcore_fused", fused("fvcore"), true, C_W + 5 * n_norm,
        translated("skips scaled_dot_product_attention, which it does not know"));
  }

  // nn.ReLU counts twice: as a module, and as the function in it.
  void add_ptflops() {
    const std::uint64_t times = list_.model().activation == Activation::relu ? 2 : 1;
    const Formula beside = n_norm + n_bias + times * n_act;
    add("ptflops", "ptflops", true, C_W + C_F + beside + n_soft,
        translated("adds 1 for each value of a LayerNorm, bias, softmax, SiLU to the MAC"));
    add("ptflops_fused", fused("ptflops"), true, C_W + beside,
        translated("skips scaled_dot_product_attention, which it does not know"));
    if (has_module_)
      add("ptflops_module", module_of("ptflops"), true, C_W + C_F + beside + n_soft + n_sc,
          translated("a formula for the whole nn.MultiheadAttention, with the scale of queries"));
  }

  void add_thop() {
    add("thop", "thop", true, C_W + 4 * n_norm,
        translated("sees modules only: no Q Kᵀ, no A V; 4 for each value of a LayerNorm"));
    if (has_module_)
      add("thop_module", module_of("thop"), true, C_W - C_P + 4 * n_norm,
          translated("takes nn.MultiheadAttention for 0"));
  }

  void add_torchinfo() {
    const std::string refusal = refusal_of_torchinfo();
    const Formula sequences = sequences_of(list_.pass());
    add_unless(
        refusal, "torchinfo", "torchinfo", true,
        sequences * called_parameters() - shared_positions(),
        translated("parameters times batch, embeddings too; the number of tokens is missing"));
    if (has_module_)
      add_unless(refusal, "torchinfo_module", module_of("torchinfo"), true,
                 sequences * (called_parameters() - list_.term("N_P")),
                 translated("takes nn.MultiheadAttention for 0"));
  }

  std::string refusal_of_torchinfo() const {
    const Model& model = list_.model();
    if (!refusal_.empty()) return refusal_;
    if (model.stacks.size() > 1 || model.positions == Positions::relative)
      return translated("its count of shared and relative embeddings follows no formula");
    return "";
  }

  // The parameters of modules that are called: a tied head is called as well as the embedding, and
  // free-standing parameters of an image model belong to no module.
  Formula called_parameters() const {
    const Model& model = list_.model();
    Formula count = N;
    if (model.has_lm_head && model.tied) count += V * d;
    if (model.patches) {
      if (model.positions == Positions::learned) count = count - c * d;
      if (model.class_token) count = count - d;
      count += (model.patches->n_patches - 1) * (p * d + d);
    }
    return count;
  }

  // Learned positions are looked up once for the whole batch.
  Formula shared_positions() const {
    const Model& model = list_.model();
    const bool is_shared = model.positions == Positions::learned && !model.patches;
    return is_shared && list_.pass().n_batch > 1 ? (B - 1) * c * d : Formula(0);
  }

  // Of all biases it sees only those of a convolution.
  void add_calflops() {
    const Model& model = list_.model();
    Formula beside = 5 * n_norm + n_act;
    if (model.patches) beside += sequences_of(list_.pass()) * model.patches->n_patches * d;
    add("calflops", "calflops", false, 2 * (C_W + C_F) + beside + n_soft,
        translated("FLOP; adds 5 for each value of a LayerNorm, 1 of a softmax, SiLU"));
    add("calflops_fused", fused("calflops"), false, 2 * C_W + beside,
        translated("skips scaled_dot_product_attention, which it does not know"));
    if (has_module_)
      add("calflops_module", module_of("calflops"), false, 2 * (C_W - C_P) + beside,
          translated("takes nn.MultiheadAttention for 0"));
  }

  ConventionList& list_;
  bool has_module_;
  std::string refusal_;
  Formula C_W = list_.term("C_W"), C_F = list_.term("C_F"), C_P = list_.term("C_P"),
          n_norm = list_.term("n_norm"), n_bias = list_.term("n_bias"),
          n_soft = list_.term("n_soft"), n_act = list_.term("n_act"), n_sc = list_.term("n_sc");
};

}  // namespace

void add_counting_tools(ConventionList& list) { Tools(list).add_all(); }

}  // namespace attn
