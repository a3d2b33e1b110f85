#include "costs/count/memory.hpp"

#include <algorithm>

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
    add("weights_bytes", translated("weights"), bytes_of(N, pass_.dtype));
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

  // Keys and values of one position of one layer.
  Formula key_and_value(const Formula& positions) const {
    return bytes_of(2 * positions * h_kv * d_h, pass_.dtype);
  }

  // How many positions the layers of a stack keep, summed over the layers.
  Formula kept_positions(const Stack& stack) {
    const Formula layers = layers_symbol(stack);
    const auto window = window_of(stack, pass_);
    const std::uint64_t n_windowed = n_windowed_layers(stack, pass_);
    const bool is_limited = n_windowed > 0 && *window < pass_.n_keys;
    if (is_limited && n_windowed < stack.n_layers) return (layers - L_w) * S + L_w * w;
    const Formula& kept = is_limited ? w : S;
    return layers * (stack.cross_attention ? kept + M : kept);
  }

  void add_cache() {
    Formula layers = 0, positions = 0;
    for (const Stack& stack : model_.stacks) {
      if (!stack.keeps_cache) continue;
      layers += layers_symbol(stack);
      positions += kept_positions(stack);
    }
    if (layers.is_zero()) return;
    const Formula cache = key_and_value(sequences_of(pass_) * positions);
    add("kv_cache_bytes_per_token", translated("KV cache, one token"), key_and_value(layers));
    add("kv_cache_bytes", translated("KV cache"), cache);
    const Formula& read = arguments_["N_r"] == arguments_["N"] ? N : N_r;
    if (pass_.mode == Mode::decode)
      add("step_read_bytes", translated("read in each step"), bytes_of(read, pass_.dtype) + cache);
  }

  void add_training() {
    add("training_bytes_16", translated("weights, gradients, Adam (16-bit gradients)"), 16 * N);
    add("training_bytes_18", translated("weights, gradients, Adam (32-bit gradients)"), 18 * N);
    if (model_.stacks.size() != 1) return;
    const Formula tokens = sequences_of(pass_) * T * layers_symbol(model_.stacks.front());
    add("activations_bytes", translated("activations, scores stored"),
        tokens * (34 * d + 5 * h * S));
    add("activations_without_scores_bytes", translated("activations, scores not stored"),
        34 * tokens * d);
  }

  // Queries and keys of the layer whose score matrix is the largest.
  std::pair<Formula, Formula> largest_scores() const {
    const bool runs_encoder = model_.stacks.size() > 1 && pass_.mode != Mode::decode;
    if (runs_encoder && pass_.n_source > std::max(pass_.n_tokens, pass_.n_keys)) return {M, M};
    if (pass_.n_source > pass_.n_keys) return {T, M};
    return {T, S};
  }

  void add_scores() {
    const auto [queries, keys] = largest_scores();
    add("scores_bytes", translated("score matrices, one layer"),
        bytes_of(sequences_of(pass_) * h * queries * keys, pass_.dtype));
    add("statistics_bytes", translated("softmax maximum and sum"),
        bytes_of(2 * sequences_of(pass_) * h * queries, pass_.dtype));
  }

  const Model& model_;
  const Pass& pass_;
  const Arguments& arguments_;
  std::vector<Quantity> rows_;
};

}  // namespace

Formula bytes_of(const Formula& values, const Dtype& dtype) {
  return dtype.n_bits % 8 == 0 ? values * b : values / (8 / dtype.n_bits);
}

std::vector<Quantity> memory_of(const Model& model, const Pass& pass, const Arguments& arguments) {
  return MemoryList(model, pass, arguments).rows();
}

}  // namespace attn
