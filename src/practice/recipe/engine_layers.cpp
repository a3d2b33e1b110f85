#include "base/message.hpp"
#include "core/attention.hpp"
#include "core/heads.hpp"
#include "core/positions.hpp"
#include "core/shape.hpp"
#include "costs/costs.hpp"
#include "examples/numbers.hpp"
#include "practice/recipe/engine.hpp"

namespace attn {
namespace {

using Call = const EngineCall&;

constexpr long long kLargestWidth = 1000000;  // of a layer whose parameters are only counted

struct Head {
  arma::uword n_heads, head;
};

Head head_of(Call call) {
  const arma::uword n_heads = call.length(1);
  return {n_heads, call.place(2, n_heads)};
}

RecipeValue of_head_columns(Call call) {
  const auto [n_heads, head] = head_of(call);
  return head_columns(call.matrix(0), n_heads, head);
}

RecipeValue of_every_nth_column(Call call) {
  const auto [n_heads, head] = head_of(call);
  const arma::mat& M = call.matrix(0);
  if (head >= M.n_cols)
    throw InputError(message("there is no column {} in {}.", head, shape_of(M)));
  return arma::mat(M.cols(arma::regspace<arma::uvec>(head, n_heads, M.n_cols - 1)));
}

// The columns in another order: 0, n_heads, 2 n_heads, ... first, then 1, n_heads + 1, ...
RecipeValue of_columns_by_turns(Call call) {
  const arma::mat& M = call.matrix(0);
  const arma::uword n_heads = call.length(1), d_head = head_width(M.n_cols, n_heads);
  arma::uvec order(M.n_cols);
  for (arma::uword place = 0; place < M.n_cols; ++place)
    order(place) = place % d_head * n_heads + place / d_head;
  return arma::mat(M.cols(order));
}

RecipeValue of_stack_heads(Call call) {
  const arma::mat& M = call.matrix(0);
  const arma::uword n_heads = call.length(1), d_head = head_width(M.n_cols, n_heads);
  require_moderate(n_heads * M.n_rows, d_head);
  arma::mat stacked(n_heads * M.n_rows, d_head);
  for (arma::uword head = 0; head < n_heads; ++head)
    stacked.rows(head * M.n_rows, (head + 1) * M.n_rows - 1) = head_columns(M, n_heads, head);
  return stacked;
}

RecipeValue of_unstack_heads(Call call) {
  const arma::mat& M = call.matrix(0);
  const arma::uword n_heads = call.length(1);
  if (M.n_rows % n_heads != 0)
    throw InputError(message("{} rows are not those of {} heads.", M.n_rows, n_heads));
  const arma::uword n = M.n_rows / n_heads;
  require_moderate(n, n_heads * M.n_cols);
  std::vector<arma::mat> heads;
  for (arma::uword head = 0; head < n_heads; ++head)
    heads.emplace_back(M.rows(head * n, (head + 1) * n - 1));
  return concat_heads(heads);
}

RecipeValue of_mha_parameters(Call call) {
  const auto count = [&call](std::size_t i) {
    return static_cast<std::uint64_t>(call.whole(i, 1, kLargestWidth));
  };
  const bool bias = call.whole(4, 0, 1) == 1;
  Model model;
  model.d_model = count(0);
  model.n_heads = count(1);
  model.n_kv_heads = count(2);
  model.d_head = count(3);
  model.stacks = {Stack{}};
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = bias;
  require_consistent(model);
  return single(total_of(parameters_of(model, arguments_of(model))).get_d());
}

RecipeValue of_wavelength(Call call) {
  const arma::uword d_model = call.length(0), dim = call.place(1, d_model);
  return single(pair_wavelengths(d_model)(dim / 2));
}

RecipeValue of_sinusoid(Call call) {
  const arma::mat& positions = call.matrix(0);
  const arma::uword d_model = call.length(1);
  require_moderate(positions.n_elem, d_model);
  return sinusoidal_encoding(arma::vectorise(positions), d_model);
}

RecipeValue of_rotate_pair(Call call) {
  const arma::mat& x = call.matrix(0);
  if (x.n_rows != 1 || x.n_cols != 2)
    throw InputError(message("a row of two numbers was expected, and it is {}.", shape_of(x)));
  return rotated(x, single(call.number(1)), Pairing::interleaved);
}

RecipeValue of_rotary(Call call) {
  const arma::mat& X = call.matrix(0);
  const double position = call.number(1);
  const arma::uword n_dims = call.length(2);
  require_shape("X", X.n_rows, X.n_cols, X.n_rows, n_dims);
  const arma::vec positions(X.n_rows, arma::fill::value(position));
  return rotated(X, rotation_angles(positions, n_dims), Pairing::interleaved);
}

// What `attn attend "words" --seed SEED` makes of words before it attends.
template <typename Choose>
RecipeValue projected(Call call, Choose weights) {
  const std::vector<std::string>& words = call.words(0);
  WordModel model;
  model.seed = static_cast<std::uint32_t>(call.whole(1, 0, UINT32_MAX));
  const WordNumbers numbers = word_numbers(model, words, {});
  return project(numbers.X, weights(numbers.weights));
}

}  // namespace

std::vector<EngineFunction> layer_functions() {
  return {
      {"head_columns", "M, n_heads, head", "the columns of one head", 3, of_head_columns},
      {"every_nth_column", "M, n_heads, head",
       "columns head, head + n_heads, ...: a head split the wrong way", 3, of_every_nth_column},
      {"columns_by_turns", "M, n_heads",
       "all heads split that way, side by side: columns 0, n_heads, ..., then 1, n_heads + 1, ...",
       2, of_columns_by_turns},
      {"stack_heads", "M, n_heads", "the columns of the heads, one head below the other", 2,
       of_stack_heads},
      {"unstack_heads", "M, n_heads", "the heads side by side again", 2, of_unstack_heads},
      {"mha_parameters", "d_model, n_heads, n_kv_heads, d_head, bias",
       "the parameters of a layer of multi-head attention; bias 1 or 0", 5, of_mha_parameters},
      {"wavelength", "d_model, dim",
       "the period of a dimension of the sinusoidal encoding, in positions", 2, of_wavelength},
      {"sinusoid", "positions, d_model", "the sinusoidal encoding of a row of positions", 2,
       of_sinusoid},
      {"rotate_pair", "x, angle", "a row of two numbers turned by an angle in radians", 2,
       of_rotate_pair},
      {"rotary", "X, position, n_dims",
       "each row turned as RoPE does at a position; pairs are neighbours, n_dims is the width", 3,
       of_rotary},
      {"example_queries", "words, seed",
       "the queries that `attn attend \"words\" --seed SEED` makes", 2,
       [](Call call) {
         return projected(call, [](const ExampleWeights& weights) { return weights.W_Q; });
       }},
      {"example_keys", "words, seed", "its keys", 2,
       [](Call call) {
         return projected(call, [](const ExampleWeights& weights) { return weights.W_K; });
       }},
      {"example_values", "words, seed", "its values", 2,
       [](Call call) {
         return projected(call, [](const ExampleWeights& weights) { return weights.W_V; });
       }},
  };
}

}  // namespace attn
