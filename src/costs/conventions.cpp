#include "costs/conventions.hpp"

#include "core/message.hpp"
#include "costs/convention_list.hpp"
#include "costs/counting_tools.hpp"
#include "costs/operations.hpp"
#include "costs/symbols.hpp"

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
                  translated("what hooks on nn.Linear see: no Q Kᵀ, no W V, no T^2"), true),
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

}  // namespace attn
