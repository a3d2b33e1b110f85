#include "support/counted_pass.hpp"

#include <cmath>
#include <vector>

#include "costs/costs.hpp"

namespace attn {
namespace {

using arma::mat;
using arma::uword;

class Counter {
 public:
  explicit Counter(bool trains) : trains_(trains) {}

  // X W, in three loops; in training dX = dY Wᵀ and dW = Xᵀ dY as well.
  mat product(const std::string& term, const mat& X, const mat& W) {
    mat Y(X.n_rows, W.n_cols, arma::fill::zeros);
    for (uword i = 0; i < X.n_rows; ++i)
      for (uword j = 0; j < W.n_cols; ++j)
        for (uword c = 0; c < X.n_cols; ++c) add_to(term, Y(i, j), X(i, c), W(c, j));
    if (!trains_) return Y;
    mat dX(arma::size(X), arma::fill::zeros), dW(arma::size(W), arma::fill::zeros);
    for (uword i = 0; i < X.n_rows; ++i)
      for (uword j = 0; j < W.n_cols; ++j)
        for (uword c = 0; c < X.n_cols; ++c) {
          add_to(term, dX(i, c), Y(i, j), W(c, j));
          add_to(term, dW(c, j), X(i, c), Y(i, j));
        }
    return Y;
  }

  // One head; a cell that the mask closes is never computed.
  mat attend(const std::string& prefix, const mat& Q, const mat& K, const mat& V,
             const Mask& mask) {
    mat output(Q.n_rows, V.n_cols, arma::fill::zeros);
    const double root = std::sqrt(static_cast<double>(Q.n_cols));
    for (uword i = 0; i < Q.n_rows; ++i) {
      std::vector<double> shares(K.n_rows, 0.0);
      double sum = 0.0;
      for (uword j = 0; j < K.n_rows; ++j) {
        if (mask(i, j) == 0) continue;
        double score = 0.0;
        for (uword c = 0; c < Q.n_cols; ++c) both(prefix + "scores", score, Q(i, c), K(j, c));
        sum += shares[j] = std::exp(score / root);
      }
      for (uword j = 0; j < K.n_rows; ++j) {
        if (mask(i, j) == 0) continue;
        const double share = shares[j] / sum;
        for (uword c = 0; c < V.n_cols; ++c)
          both(prefix + "weighted_sum", output(i, c), share, V(j, c));
      }
    }
    return output;
  }

  CountedMacs counts() { return std::move(counts_); }

 private:
  void add_to(const std::string& term, double& sum, double left, double right) {
    sum += left * right;
    counts_[term] += 1;
  }

  // A factor of a pair of tokens; each of the two has a gradient.
  void both(const std::string& term, double& sum, double left, double right) {
    add_to(term, sum, left, right);
    if (!trains_) return;
    double d_left = 0.0, d_right = 0.0;
    add_to(term, d_left, sum, right);
    add_to(term, d_right, sum, left);
  }

  bool trains_;
  CountedMacs counts_;
};

// Small numbers, so that no exponential grows large.
mat numbers(uword n_rows, uword n_cols) {
  mat made(n_rows, n_cols);
  for (uword i = 0; i < n_rows; ++i)
    for (uword j = 0; j < n_cols; ++j)
      made(i, j) = 0.01 * std::sin(static_cast<double>(1 + i * 7 + j * 3));
  return made;
}

Mask closed_where_either_is(const Mask& left, const Mask& right) { return left % right; }

class CountedModel {
 public:
  CountedModel(const Model& model, const Pass& pass, const std::optional<Mask>& mask)
      : model_(model), pass_(pass), mask_(mask), counter_(pass.mode == Mode::train) {}

  CountedMacs run() {
    for (std::uint64_t sequence = 0; sequence < pass_.n_batch; ++sequence) run_sequence();
    return counter_.counts();
  }

 private:
  void run_sequence() {
    if (model_.patches) {
      const Patches& patches = *model_.patches;
      counter_.product("patch_embedding",
                       numbers(patches.n_patches, patches.n_pixels * patches.n_channels),
                       numbers(patches.n_pixels * patches.n_channels, model_.d_model));
    }
    mat X;
    for (const Stack& stack : model_.stacks) X = run_stack(stack);
    const mat first = X.row(0), last = X.row(X.n_rows - 1);
    if (model_.pooler)
      counter_.product(
          "pooler", first,
          numbers(model_.d_model, model_.d_pooler == 0 ? model_.d_model : model_.d_pooler));
    if (model_.n_classes > 0)
      counter_.product("classifier", first, numbers(model_.d_model, model_.n_classes));
    if (model_.has_lm_head)
      counter_.product("lm_head", pass_.logits == Logits::all ? X : last,
                       numbers(model_.d_model, model_.n_vocab));
  }

  // What comes out of the last layer.
  mat run_stack(const Stack& stack) {
    const bool is_source = stack.is_encoder();
    const uword n_q = is_source ? pass_.n_source : pass_.n_tokens;
    const uword n_k = is_source ? pass_.n_source : pass_.n_keys;
    mat X = numbers(n_q, model_.d_model);
    if (is_source && pass_.mode == Mode::decode) return X;  // it ran when the text began
    const std::string prefix = id_in(stack, "");
    for (std::uint64_t layer = 0; layer < stack.n_layers; ++layer) {
      const Mask mask = is_source ? Mask(n_q, n_k, arma::fill::ones)
                                  : mask_of(stack, layer < stack.n_windowed_layers, n_q, n_k);
      // Tokens before the new ones left their keys and values in the cache.
      X = attention(prefix, X, X, numbers(n_k - n_q, model_.n_kv_heads * model_.d_head), mask);
      if (stack.cross_attention) X = cross_attention(prefix + "cross_", X);
      if (model_.d_ff > 0) X = mlp(prefix, X);
    }
    return X;
  }

  Mask mask_of(const Stack& stack, bool is_windowed, uword n_q, uword n_k) const {
    if (mask_) return *mask_;
    Mask mask(n_q, n_k, arma::fill::ones);
    if (pass_.causal.value_or(stack.causal)) mask = causal_mask(n_q, n_k);
    const auto window = pass_.window ? pass_.window : is_windowed ? stack.window : std::nullopt;
    return window ? closed_where_either_is(mask, window_mask(n_q, n_k, *window)) : mask;
  }

  mat cross_attention(const std::string& prefix, const mat& X) {
    const uword n_source = pass_.n_source, width = model_.n_kv_heads * model_.d_head;
    const bool is_cached = pass_.mode == Mode::decode;
    const mat source = numbers(is_cached ? 0 : n_source, model_.d_model);
    return attention(prefix, X, source, numbers(is_cached ? n_source : 0, width),
                     Mask(X.n_rows, n_source, arma::fill::ones));
  }

  // Queries of X; keys and values of `memory`, behind those that are cached.
  mat attention(const std::string& prefix, const mat& X, const mat& memory, const mat& cached,
                const Mask& mask) {
    const uword d = model_.d_model, width = model_.n_heads * model_.d_head;
    const uword kv_width = model_.n_kv_heads * model_.d_head;
    mat Q = numbers(X.n_rows, width);
    mat K = numbers(memory.n_rows, kv_width), V = K;
    if (model_.projects_input) {
      Q = counter_.product(prefix + "projections", X, numbers(d, width));
      K = counter_.product(prefix + "projections", memory, numbers(d, kv_width));
      V = counter_.product(prefix + "projections", memory, numbers(d, kv_width));
    }
    K = arma::join_cols(cached, K);
    V = arma::join_cols(cached, V);
    mat concat(X.n_rows, width);
    for (uword head = 0; head < model_.n_heads; ++head) {
      const uword kv_head = head / (model_.n_heads / model_.n_kv_heads);
      concat.cols(head * model_.d_head, (head + 1) * model_.d_head - 1) =
          counter_.attend(prefix, columns(Q, head), columns(K, kv_head), columns(V, kv_head), mask);
    }
    if (!model_.projects_output) return numbers(X.n_rows, d);
    return counter_.product(prefix + "output_projection", concat, numbers(width, d));
  }

  mat columns(const mat& matrix, uword head) const {
    return matrix.cols(head * model_.d_head, (head + 1) * model_.d_head - 1);
  }

  mat mlp(const std::string& prefix, const mat& X) {
    std::uint64_t n_experts = 1;
    if (model_.n_experts > 0) {
      counter_.product(prefix + "router", X, numbers(model_.d_model, model_.n_experts));
      n_experts = model_.n_active_experts;
    }
    mat Y;
    for (std::uint64_t expert = 0; expert < n_experts; ++expert) {
      const mat up = numbers(model_.d_model, model_.d_ff);
      const mat inside = counter_.product(prefix + "mlp", X, up);
      if (model_.gated) counter_.product(prefix + "mlp", X, up);
      Y = counter_.product(prefix + "mlp", inside, numbers(model_.d_ff, model_.d_model));
    }
    return Y;
  }

  const Model& model_;
  const Pass& pass_;
  const std::optional<Mask>& mask_;
  Counter counter_;
};

// The state after one more token, each gate from the token and the state before. Biases are no
// products, and neither is what gates do to each other, number by number.
mat next_state(const Recurrent& layer, const mat& x, const mat& state, mat& cell,
               Counter& counter) {
  const auto gate = [&]() -> mat {
    return counter.product("input_products", x, numbers(layer.d_input, layer.d_hidden)) +
           counter.product("recurrent_products", state, numbers(layer.d_hidden, layer.d_hidden));
  };
  const auto share = [&]() -> mat { return 1.0 / (1.0 + arma::exp(-gate())); };
  switch (layer.cell) {
    case RecurrentCell::rnn:
      return arma::tanh(gate());
    case RecurrentCell::gru: {
      const mat reset = share(), update = share(), candidate = arma::tanh(reset % gate());
      return (1.0 - update) % candidate + update % state;
    }
    case RecurrentCell::lstm:
      break;
  }
  const mat input = share(), forget = share(), candidate = arma::tanh(gate()), output = share();
  cell = forget % cell + input % candidate;
  return output % arma::tanh(cell);
}

}  // namespace

CountedMacs counted_macs(const Model& model, const Pass& pass, const std::optional<Mask>& mask) {
  return CountedModel(model, pass, mask).run();
}

CountedMacs counted_macs(const Recurrent& layer, const Pass& pass) {
  Counter counter(false);
  for (std::uint64_t sequence = 0; sequence < pass.n_batch; ++sequence) {
    mat state = numbers(1, layer.d_hidden), cell = state;
    for (std::uint64_t token = 0; token < pass.n_tokens; ++token)
      state = next_state(layer, numbers(1, layer.d_input), state, cell, counter);
    if (layer.n_classes > 0)
      counter.product("classifier", state, numbers(layer.d_hidden, layer.n_classes));
  }
  return counter.counts();
}

mat counted_attention(const mat& Q, const mat& K, const mat& V, const Mask& mask) {
  return Counter(false).attend("", Q, K, V, mask);
}

}  // namespace attn
