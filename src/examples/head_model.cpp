#include "examples/head_model.hpp"

#include "data/random/random.hpp"

namespace attn {
namespace {

MultiHeadWeights whole_numbers(const HeadModel& model) {
  const arma::uword width = model.n_heads * model.d_head;
  const arma::uword kv_width = model.n_kv_heads * model.d_head;
  ExampleWeights one_head = whole_number_weights(model.d_model, width, width, model.seed);
  const auto drawn = [&model](const char* name, arma::uword n_rows, arma::uword n_cols) {
    return whole_number_weight(name, n_rows, n_cols, model.seed);
  };
  MultiHeadWeights weights;
  weights.W_Q = std::move(one_head.W_Q);
  const bool same_source = model.d_source == model.d_model;
  weights.W_K = same_source ? arma::mat(one_head.W_K.head_cols(kv_width))
                            : drawn("W_K", model.d_source, kv_width);
  weights.W_V = same_source ? arma::mat(one_head.W_V.head_cols(kv_width))
                            : drawn("W_V", model.d_source, kv_width);
  weights.W_O = drawn("W_O", width, model.d_model);
  if (!model.bias) return weights;
  weights.b_Q = drawn("b_Q", 1, width);
  weights.b_K = drawn("b_K", 1, kv_width);
  weights.b_V = drawn("b_V", 1, kv_width);
  weights.b_O = drawn("b_O", 1, model.d_model);
  return weights;
}

// The heads' matrices side by side, drawn one after another.
arma::mat initial_heads(Random& random, const WeightInit& init, arma::uword n_heads,
                        arma::uword n_rows, arma::uword d_head) {
  arma::mat joined(n_rows, n_heads * d_head);
  for (arma::uword head = 0; head < n_heads; ++head)
    joined.cols(head * d_head, (head + 1) * d_head - 1) =
        initial_weight(random, init, n_rows, joined.n_cols, d_head);
  return joined;
}

MultiHeadWeights numpy_numbers(const HeadModel& model) {
  Random random(model.seed.value_or(0));
  const arma::uword width = model.n_heads * model.d_head;
  MultiHeadWeights weights;  // one statement each: the order of the draws is part of the result
  const auto heads = [&](arma::uword n_heads, arma::uword n_rows) {
    return initial_heads(random, model.init, n_heads, n_rows, model.d_head);
  };
  weights.W_Q = heads(model.n_heads, model.d_model);
  weights.W_K = heads(model.n_kv_heads, model.d_source);
  weights.W_V = heads(model.n_kv_heads, model.d_source);
  weights.W_O = initial_weight(random, model.init, width, model.d_model, model.d_model);
  if (!model.bias) return weights;
  const auto bias = [&](const arma::mat& W) {
    return initial_bias(random, model.init, W.n_rows, W.n_cols);
  };
  weights.b_Q = bias(weights.W_Q);
  weights.b_K = bias(weights.W_K);
  weights.b_V = bias(weights.W_V);
  weights.b_O = bias(weights.W_O);
  return weights;
}

}  // namespace

MultiHeadWeights head_weights(const HeadModel& model) {
  return model.kind == WordModel::Kind::numpy ? numpy_numbers(model) : whole_numbers(model);
}

}  // namespace attn
