#include "costs/count/memory.hpp"

#include "base/message.hpp"
#include "costs/count/operations.hpp"
#include "costs/count/pairs.hpp"
#include "costs/formula/symbols.hpp"

namespace attn {
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
