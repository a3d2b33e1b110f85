#include "base/message.hpp"
#include "costs/costs.hpp"

namespace attn {

namespace {

using namespace symbol;
using Part = Quantity::Part;

constexpr std::uint64_t kForwardAndBackward = 3;  // the backward pass costs two forward passes

// A list of terms; each is multiplied by how often it is done.
class TermList {
 public:
  TermList(const Arguments& arguments, const Formula& times)
      : arguments_(arguments), times_(times) {}

  void add(const std::string& id, const std::string& label, const Formula& once,
           Part part = Part::other) {
    terms_.push_back(quantity_of(id, label, times_ * once, arguments_, part));
  }

  void add(const Stack& stack, const std::string& id, const char* label, const Formula& once,
           Part part = Part::other) {
    add(id_in(stack, id), label_in(stack, label), once, part);
  }

  std::vector<Quantity> terms() { return std::move(terms_); }

 private:
  const Arguments& arguments_;
  Formula times_;
  std::vector<Quantity> terms_;
};

void add_cross_attention(const Stack& stack, const Model& model, const Pass& pass,
                         const Formula& layers, TermList& list) {
  const Formula pairs("P_cross");
  const Formula queries = T * h, keys_and_values = 2 * M * h_kv;
  if (model.projects_input)
    list.add(stack, "cross_projections", translated("cross Q, K, V projections"),
             layers * d * d_h * (pass.mode == Mode::decode ? queries : queries + keys_and_values),
             Part::projection);
  list.add(stack, "cross_scores", translated("cross scores Q Kᵀ"), layers * h * d_h * pairs,
           Part::scores);
  list.add(stack, "cross_weighted_sum", translated("cross weighted sum A V"),
           layers * h * d_h * pairs, Part::weighted_sum);
  if (model.projects_output)
    list.add(stack, "cross_output_projection", translated("cross output projection"),
             layers * T * h * d_h * d, Part::projection);
}

void add_mlp(const Stack& stack, const Model& model, TermList& list) {
  const Formula each = (model.gated ? 3 : 2) * layers_symbol(stack) * tokens_of(stack) * d * f;
  if (model.n_experts == 0) {
    list.add(stack, "mlp", translated("MLP"), each, Part::mlp);
    return;
  }
  list.add(stack, "router", translated("router"), layers_symbol(stack) * tokens_of(stack) * d * E);
  list.add(stack, "mlp", translated("MLPs of active experts"), k * each, Part::mlp);
}

void add_stack(const Stack& stack, const Model& model, const Pass& pass, const StackPairs& pairs,
               TermList& list) {
  const Formula layers = layers_symbol(stack), tokens = tokens_of(stack);
  const Formula products = h * d_h * pairs_in_all_layers(stack, pairs);
  if (model.projects_input)
    list.add(stack, "projections", translated("Q, K, V projections"),
             layers * tokens * d * d_h * (h + 2 * h_kv), Part::projection);
  list.add(stack, "scores", translated("scores Q Kᵀ"), products, Part::scores);
  list.add(stack, "weighted_sum", translated("weighted sum A V"), products, Part::weighted_sum);
  if (model.projects_output)
    list.add(stack, "output_projection", translated("output projection"),
             layers * tokens * h * d_h * d, Part::projection);
  if (stack.cross_attention) add_cross_attention(stack, model, pass, layers, list);
  if (model.d_ff > 0) add_mlp(stack, model, list);
}

// Operations on one number: LayerNorm needs mean 1, difference 1, square 1, sum 1, product with the
// inverse deviation 1, scale 1 and shift 1; RMSNorm leaves out mean, difference and shift.
std::uint64_t steps_of(Norm norm) {
  switch (norm) {
    case Norm::none:
      return 0;
    case Norm::layer:
      return 7;
    case Norm::layer_without_bias:
      return 6;
    case Norm::rms:
      break;
  }
  return 4;
}

// The biases that one token adds on its way through a layer: as a query, and as a key and value.
Formula biases_of_query(const Model& model) {
  Formula sum = 0;
  if (model.query_bias) sum += h * d_h;
  return model.output_bias ? sum + d : sum;
}

Formula biases_of_key(const Model& model) {
  return ((model.key_bias ? 1 : 0) + (model.value_bias ? 1 : 0)) * h_kv * d_h;
}

Formula biases_of_mlp(const Model& model) {
  if (!model.mlp_bias || model.d_ff == 0) return 0;
  const Formula one = (model.gated ? 2 : 1) * f + d;
  return model.n_experts > 0 ? k * one : one;
}

Formula biases_of_layer(const Stack& stack, const Model& model, const Pass& pass) {
  const Formula of_query = biases_of_query(model), of_key = biases_of_key(model);
  Formula sum = tokens_of(stack) * (of_query + of_key + biases_of_mlp(model));
  if (!stack.cross_attention) return sum;
  sum += T * of_query;
  return pass.mode == Mode::decode ? sum : sum + M * of_key;
}

void add_norms(const Stack& stack, const Model& model, TermList& list) {
  const std::uint64_t steps = steps_of(model.norm);
  if (steps == 0) return;
  list.add(stack, "norms", translated("norms"), steps * normalised_values(stack, model));
}

void add_elementwise(const Stack& stack, const Model& model, const Pass& pass,
                     const StackPairs& pairs, TermList& list) {
  Formula all_pairs = pairs_in_all_layers(stack, pairs);
  if (stack.cross_attention) all_pairs += layers_symbol(stack) * Formula("P_cross");
  list.add(stack, "scale", translated("scale"), h * all_pairs);
  list.add(stack, "softmax", translated("softmax"), 5 * h * all_pairs);
  const Formula biases = biases_of_layer(stack, model, pass);
  if (!biases.is_zero())
    list.add(stack, "biases", translated("biases"), layers_symbol(stack) * biases, Part::biases);
  add_norms(stack, model, list);
}

}  // namespace

// While a token is generated, what the encoder made of its tokens is there already.
bool runs(const Stack& stack, const Pass& pass) {
  return pass.mode != Mode::decode || !stack.is_encoder();
}

Formula tokens_of(const Stack& stack) { return stack.is_encoder() ? M : T; }

Formula sequences_of(const Pass& pass) { return pass.n_batch == 1 ? Formula(1) : B; }

Formula sequences() { return if_at_most(B, 1, 1, B); }

Formula normalised_values(const Stack& stack, const Model& model) {
  const std::uint64_t n_norms = model.n_norms + (stack.cross_attention ? 1 : 0);
  Formula each = n_norms * d;
  if (model.query_key_norm) each += (h + h_kv) * d_h;
  const Formula all = layers_symbol(stack) * each;
  return tokens_of(stack) * (stack.final_norm ? all + d : all);
}

std::vector<Quantity> macs_of(const Model& model, const Pass& pass,
                              const std::vector<StackPairs>& pairs, const Arguments& arguments) {
  const Formula passes = pass.mode == Mode::train ? kForwardAndBackward : 1;
  TermList list(arguments, passes * sequences());
  if (model.patches) list.add("patch_embedding", translated("patch embedding"), n_p * p * d);
  for (std::size_t i = 0; i < model.stacks.size(); ++i)
    if (runs(model.stacks[i], pass)) add_stack(model.stacks[i], model, pass, pairs[i], list);
  if (model.pooler) list.add("pooler", translated("pooler"), d * pooler_width(model));
  if (model.n_classes > 0) list.add("classifier", translated("classifier"), C * d);
  if (model.has_lm_head && pass.logits == Logits::all)
    list.add("lm_head", translated("LM head, all positions"), T * d * V);
  if (model.has_lm_head && pass.logits == Logits::last)
    list.add("lm_head", translated("LM head, last position"), d * V);
  return list.terms();
}

std::vector<Quantity> elementwise_of(const Model& model, const Pass& pass,
                                     const std::vector<StackPairs>& pairs,
                                     const Arguments& arguments) {
  TermList list(arguments, sequences());
  for (std::size_t i = 0; i < model.stacks.size(); ++i)
    if (runs(model.stacks[i], pass)) add_elementwise(model.stacks[i], model, pass, pairs[i], list);
  if (model.embedding_norm)
    list.add("embedding_norm", translated("embedding norm"), steps_of(model.norm) * T * d);
  return list.terms();
}

namespace {

// 1 + 2 + … + m, but no step higher than `step`: what queries 0 to m − 1 see of themselves and the
// step − 1 before.
Formula staircase(const Formula& m, const Formula& step) {
  const Formula whole = m * (m + 1) / 2, cut = step * (step + 1) / 2 + (m - step) * step;
  return if_at_most(m, 0, 0, if_at_most(step, 0, 0, if_at_most(m, step, whole, cut)));
}

// Queries before the first key see nothing, and there are as many others as keys.
Formula causal_pairs() {
  const Formula fewer_queries = if_at_most(T, 1, T * S, T * S - T * (T - 1) / 2);
  const Formula at_most_as_many = if_at_most(S, T, T * (T + 1) / 2, fewer_queries);
  return if_at_most(S + 1, T, S * (S + 1) / 2, at_most_as_many);
}

Formula causal_window_pairs() {
  const Formula few_keys = if_at_most(T, S, staircase(T, w), staircase(S, w));
  const Formula many_keys = if_at_most(w, S - T + 1, T * w, staircase(S, w) - staircase(S - T, w));
  return if_at_most(S, w, causal_pairs(), if_at_most(S, T, few_keys, many_keys));
}

// A band along the diagonal is the same seen from the keys, so only the shorter side counts.
Formula band(const Formula& longer, const Formula& shorter) {
  return staircase(longer, w) - staircase(longer - shorter, w) + staircase(shorter - 1, w - 1);
}

Formula window_pairs() {
  const Formula square = T * (2 * w - 1) - w * (w - 1);
  const Formula narrow = if_equal(T, S, square, if_at_most(T, S, band(S, T), band(T, S)));
  return if_at_most(T, w, if_at_most(S, w, pairs_of_all(), narrow), narrow);
}

Formula general_pairs(bool causal, bool has_window) {
  if (has_window) return causal ? causal_window_pairs() : window_pairs();
  return causal ? causal_pairs() : pairs_of_all();
}

Pairs counted(Pairs::Kind kind, const Formula& general, const Arguments& arguments) {
  const Formula formula = general.resolved(arguments);
  return {.kind = kind,
          .symbol = {},
          .formula = formula,
          .count = formula.at(arguments),
          .general = general};
}

// Its symbol becomes an argument, so that the formulas of operations can name it.
Pairs named(Pairs pairs, const std::string& name, Arguments& arguments) {
  pairs.symbol = name;
  arguments.add(name, "pairs", pairs.count);
  return pairs;
}

Pairs encoder_pairs(Arguments& arguments) {
  return named(counted(Pairs::Kind::full, M * M, arguments), "P_enc", arguments);
}

}  // namespace

Formula pairs_of_all() { return if_equal(T, S, T * T, T * S); }

Pairs pairs_of(bool causal, bool has_window, const Arguments& arguments) {
  const Pairs::Kind kind = causal ? (has_window ? Pairs::Kind::causal_window : Pairs::Kind::causal)
                                  : (has_window ? Pairs::Kind::window : Pairs::Kind::full);
  return counted(kind, general_pairs(causal, has_window), arguments);
}

std::optional<std::uint64_t> window_of(const Stack& stack, const Pass& pass) {
  if (pass.given_pairs) return std::nullopt;
  return pass.window ? pass.window : stack.window;
}

std::uint64_t n_windowed_layers(const Stack& stack, const Pass& pass) {
  if (!window_of(stack, pass)) return 0;
  return pass.window ? stack.n_layers : stack.n_windowed_layers;
}

StackPairs pairs_of(const Stack& stack, const Pass& pass, Arguments& arguments) {
  StackPairs found;
  if (stack.is_encoder()) {
    found.plain = encoder_pairs(arguments);
    return found;
  }
  const bool causal = pass.causal.value_or(stack.causal);
  const auto window = window_of(stack, pass);
  const std::uint64_t n_windowed = n_windowed_layers(stack, pass);
  const std::string name = stack.role == Stack::Role::only ? "P" : "P_dec";
  if (pass.given_pairs) {
    const Formula symbol(name);
    found.plain =
        named({Pairs::Kind::mask, {}, symbol, *pass.given_pairs, symbol}, name, arguments);
  } else {
    if (window && n_windowed > 0) arguments.add("w", "window", count_of(*window));
    if (n_windowed < stack.n_layers)
      found.plain = named(pairs_of(causal, false, arguments), name, arguments);
    if (n_windowed > 0)
      found.windowed =
          named(pairs_of(causal, true, arguments), found.plain ? "P_w" : name, arguments);
    if (found.plain && found.windowed)
      arguments.add("L_w", "n_windowed_layers", count_of(n_windowed));
  }
  if (stack.cross_attention)
    found.cross = named(counted(Pairs::Kind::full, T * M, arguments), "P_cross", arguments);
  return found;
}

Formula pairs_in_all_layers(const Stack& stack, const StackPairs& pairs) {
  const Formula layers = layers_symbol(stack);
  const auto times = [](const Pairs& one, const Formula& n_layers) {
    return n_layers * Formula(one.symbol);
  };
  if (!pairs.windowed) return times(*pairs.plain, layers);
  if (!pairs.plain) return times(*pairs.windowed, layers);
  return times(*pairs.plain, layers - L_w) + times(*pairs.windowed, L_w);
}

}  // namespace attn
