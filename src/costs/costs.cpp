#include "costs/costs.hpp"

#include <algorithm>

#include "base/count.hpp"
#include "base/message.hpp"

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

namespace {

// How a stack is told from the other one: in symbols, in names, and in labels.
struct RoleNames {
  const char* layers_symbol;
  const char* layers_meaning;
  const char* prefix;
};

const RoleNames& names_of(const Stack& stack) {
  static constexpr RoleNames kNames[] = {{"L", "n_layers", ""},
                                         {"L_enc", "n_encoder_layers", "encoder_"},
                                         {"L_dec", "n_decoder_layers", "decoder_"}};
  return kNames[static_cast<int>(stack.role)];
}

}  // namespace

Formula layers_symbol(const Stack& stack) { return Formula(names_of(stack).layers_symbol); }

Formula pooler_width(const Model& model) {
  if (model.d_pooler == 0) return symbol::d;
  return if_equal(symbol::d, model.d_pooler, symbol::d, model.d_pooler);
}

Arguments arguments_of(const Model& model) {
  Arguments arguments;
  const auto add = [&arguments](const char* symbol, const char* meaning, std::uint64_t value) {
    arguments.add(symbol, meaning, count_of(value));
  };
  for (const Stack& stack : model.stacks)
    add(names_of(stack).layers_symbol, names_of(stack).layers_meaning, stack.n_layers);
  add("d", "d_model", model.d_model);
  add("h", "n_heads", model.n_heads);
  add("h_kv", "n_kv_heads", model.n_kv_heads);
  add("d_h", "d_head", model.d_head);
  add("f", "d_ff", model.d_ff);
  add("V", "n_vocab", model.n_vocab);
  add("c", model.positions == Positions::relative ? "n_buckets" : "n_positions", model.n_positions);
  add("E", "n_experts", model.n_experts);
  add("k", "n_active_experts", model.n_active_experts);
  add("C", "n_classes", model.n_classes);
  if (model.patches) {
    add("p", "patch_values", model.patches->n_channels * model.patches->n_pixels);
    add("n_p", "n_patches", model.patches->n_patches);
  }
  return arguments;
}

std::string id_in(const Stack& stack, const std::string& id) { return names_of(stack).prefix + id; }

std::string label_in(const Stack& stack, const std::string& label) {
  if (stack.role == Stack::Role::only) return label;
  return stack.is_encoder() ? message("encoder {}", label) : message("decoder {}", label);
}

namespace {

using namespace symbol;

class MemoryList {
 public:
  MemoryList(const Model& model, const Pass& pass, const Arguments& arguments)
      : model_(model), pass_(pass), arguments_(arguments) {}

  std::vector<Quantity> rows() {
    add("weights_bytes", translated("weights"), weight_bytes(N));
    if (pass_.mode == Mode::train)
      add_training();
    else
      add_cache();
    add_scores();
    return std::move(rows_);
  }

 private:
  void add(const std::string& id, const std::string& label, const Formula& formula) {
    rows_.push_back(quantity_of(id, label, formula, arguments_));
  }

  // The bytes of numbers of another type than the values have, or of the same.
  Formula bytes_as(const Formula& numbers, const Dtype& dtype, const Formula& each) const {
    return bytes_of(numbers, dtype, dtype.n_bits == pass_.types.values.n_bits ? b : each);
  }
  Formula weight_bytes(const Formula& n) const { return bytes_as(n, pass_.types.weights, b_w); }

  // Keys and values of one position of one layer.
  Formula key_and_value(const Formula& positions) const {
    return bytes_as(2 * positions * h_kv * d_h, pass_.types.cache, b_kv);
  }

  // How many positions the layers of a stack keep, summed over the layers.
  Formula kept_positions(const Stack& stack) {
    const Formula layers = layers_symbol(stack);
    const std::uint64_t n_windowed = n_windowed_layers(stack, pass_);
    const auto in_layers = [&](const Formula& kept) {
      return layers * (stack.cross_attention ? kept + M : kept);
    };
    if (n_windowed == 0) return in_layers(S);
    const bool are_all = n_windowed == stack.n_layers;
    const Formula limited = are_all ? in_layers(w) : (layers - L_w) * S + L_w * w;
    return if_at_most(S, w, in_layers(S), limited);
  }

  void add_cache() {
    Formula layers = 0, positions = 0;
    for (const Stack& stack : model_.stacks) {
      if (!stack.keeps_cache) continue;
      layers += layers_symbol(stack);
      positions += kept_positions(stack);
    }
    if (layers.is_zero()) return;
    const Formula cache = key_and_value(sequences() * positions);
    add("kv_cache_bytes_per_token", translated("KV cache, one token"), key_and_value(layers));
    add("kv_cache_bytes", translated("KV cache"), cache);
    const Formula read = if_at_most(N, N_r, N, N_r);
    if (pass_.mode == Mode::decode)
      add("step_read_bytes", translated("read in each step"), weight_bytes(read) + cache);
  }

  void add_training() {
    add("training_bytes_16", translated("weights, gradients, Adam (16-bit gradients)"), 16 * N);
    add("training_bytes_18", translated("weights, gradients, Adam (32-bit gradients)"), 18 * N);
    if (model_.stacks.size() != 1) return;
    const Formula tokens = sequences() * T * layers_symbol(model_.stacks.front());
    add("activations_bytes", translated("activations, scores stored"),
        tokens * (34 * d + 5 * h * S));
    add("activations_without_scores_bytes", translated("activations, scores not stored"),
        34 * tokens * d);
  }

  // What the layer whose score matrix is the largest makes of the numbers of its queries and keys.
  template <typename FormulaOf>
  Formula in_largest_scores(const FormulaOf& formula_of) const {
    const Formula plain = formula_of(T, S), cross = formula_of(T, M), encoder = formula_of(M, M);
    if (model_.stacks.size() == 1) return plain;
    const Formula in_decoder = if_at_most(M, S, plain, cross);
    if (pass_.mode == Mode::decode) return in_decoder;
    return if_at_most(M, T, in_decoder, if_at_most(M, S, in_decoder, encoder));
  }

  void add_scores() {
    const auto scores = [](const Formula& queries, const Formula& keys) {
      return h * queries * keys;
    };
    const auto rows = [](const Formula& queries, const Formula&) { return h * queries; };
    add("scores_bytes", translated("score matrices, one layer"),
        bytes_of(sequences() * in_largest_scores(scores), pass_.types.values));
    add("statistics_bytes", translated("softmax maximum and sum"),
        bytes_of(2 * sequences() * in_largest_scores(rows), pass_.types.values));
  }

  const Model& model_;
  const Pass& pass_;
  const Arguments& arguments_;
  std::vector<Quantity> rows_;
};

}  // namespace

Formula bytes_of(const Formula& values, const Dtype& dtype, const Formula& each) {
  return dtype.n_bits % 8 == 0 ? values * each : values / (8 / dtype.n_bits);
}

std::vector<Quantity> memory_of(const Model& model, const Pass& pass, const Arguments& arguments) {
  return MemoryList(model, pass, arguments).rows();
}

}  // namespace attn
