#include "base/message.hpp"
#include "core/attention.hpp"
#include "core/mask.hpp"
#include "core/shape.hpp"
#include "practice/recipe/engine.hpp"

namespace attn {
namespace {

using Call = const EngineCall&;

arma::mat as_numbers(const Mask& mask) { return arma::conv_to<arma::mat>::from(mask); }

arma::mat share_rows(const arma::mat& S) {
  arma::mat shares = S;
  shares.each_col() /= arma::vec(arma::sum(S, 1));
  return shares;
}

arma::mat hard_rows(const arma::mat& S) {
  arma::mat weights(arma::size(S), arma::fill::zeros);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const double largest = S.row(i).max();
    if (largest == -arma::datum::inf) continue;  // it may attend to nothing
    const arma::uvec places = arma::find(S.row(i) == largest);
    for (const arma::uword place : places)
      weights(i, place) = 1.0 / static_cast<double>(places.n_elem);
  }
  return weights;
}

arma::mat fill_scores(Call call) {
  const arma::mat& S = call.matrix(0);
  const Mask mask = call.mask(1, S);
  const double fill = call.number(2);
  arma::mat filled = S;
  filled.elem(arma::find(mask == 0)).fill(fill);
  return filled;
}

// The numbers of queries and keys of a mask.
struct Lengths {
  arma::uword n_q, n_k;
};

Lengths lengths(Call call) {
  const Lengths given{call.length(0), call.length(1)};
  require_moderate(given.n_q, given.n_k);
  return given;
}

RecipeValue of_causal_mask(Call call) {
  const auto [n_q, n_k] = lengths(call);
  return as_numbers(causal_mask(n_q, n_k));
}

RecipeValue of_window_mask(Call call) {
  const auto [n_q, n_k] = lengths(call);
  return as_numbers(window_mask(n_q, n_k, call.length(2)));
}

RecipeValue of_band_mask(Call call) {
  const auto [n_q, n_k] = lengths(call);
  const auto reach = [&call](std::size_t i) {
    return static_cast<arma::sword>(call.place(i, kMostRows));
  };
  const arma::sword before = reach(2), after = reach(3);
  const auto first_place = static_cast<arma::sword>(n_k) - static_cast<arma::sword>(n_q);
  arma::mat mask(n_q, n_k);
  for (arma::uword i = 0; i < n_q; ++i)
    for (arma::uword j = 0; j < n_k; ++j) {
      const arma::sword own_place = first_place + static_cast<arma::sword>(i);
      const arma::sword distance = static_cast<arma::sword>(j) - own_place;
      mask(i, j) = distance >= -before && distance <= after ? 1.0 : 0.0;
    }
  return mask;
}

RecipeValue of_half_mask(Call call) {
  const arma::uword n = call.length(0);
  require_moderate(n, n);
  return as_numbers(half_mask(n));
}

RecipeValue of_block_mask(Call call) {
  const arma::uword n_blocks = call.length(0), size = call.length(1);
  require_moderate(n_blocks * size, n_blocks * size);
  return arma::mat(arma::kron(arma::eye(n_blocks, n_blocks), arma::ones(size, size)));
}

RecipeValue of_padding_mask(Call call) {
  const auto [n_q, n_k] = lengths(call);
  const auto n_padded = static_cast<arma::uword>(call.whole(2, 0, static_cast<long long>(n_k)));
  return as_numbers(padding_mask(n_q, n_k, last_keys(n_padded, n_k)));
}

const arma::mat& scores(Call call) {
  require_not_empty("S", call.matrix(0));
  return call.matrix(0);
}

RecipeValue of_attention_scores(Call call) {
  require_moderate(call.matrix(0).n_rows, call.matrix(1).n_rows);
  return attention_scores(call.matrix(0), call.matrix(1));
}

RecipeValue of_keep(Call call) {
  const arma::mat& W = call.matrix(0);
  arma::mat kept = W;
  kept.elem(arma::find(call.mask(1, W) == 0)).zeros();
  return kept;
}

}  // namespace

std::vector<EngineFunction> attention_functions() {
  return {
      {"attention_scores", "Q, K", "Q Kᵀ", 2, of_attention_scores},
      {"softmax_rows", "S",
       "each row turned into shares that sum to 1; −∞ gives 0, a row of −∞ zeros", 1,
       [](Call call) -> RecipeValue { return softmax_rows(scores(call)); }},
      {"softmax_columns", "S", "the same down the columns: a mistake", 1,
       [](Call call) -> RecipeValue { return arma::mat(softmax_rows(scores(call).t()).t()); }},
      {"softmax_all", "S", "all cells together turned into shares that sum to 1: a mistake", 1,
       [](Call call) -> RecipeValue {
         const arma::mat& S = scores(call);
         const arma::mat row = softmax_rows(arma::vectorise(S, 1));
         return arma::mat(arma::reshape(row, S.n_cols, S.n_rows).t());
       }},
      {"share_rows", "S", "each row divided by its sum, without an exponential: a mistake", 1,
       [](Call call) -> RecipeValue { return share_rows(scores(call)); }},
      {"hard_rows", "S",
       "all weight on the largest cell of each row, shared among equals: a mistake", 1,
       [](Call call) -> RecipeValue { return hard_rows(scores(call)); }},
      {"mask_scores", "S, mask", "−∞ where the mask is 0", 2,
       [](Call call) -> RecipeValue {
         return masked_scores(call.matrix(0), call.mask(1, call.matrix(0)));
       }},
      {"fill_scores", "S, mask, fill", "a number where the mask is 0", 3,
       [](Call call) -> RecipeValue { return fill_scores(call); }},
      {"keep", "W, mask", "0 where the mask is 0, the rest as it is", 2, of_keep},
      {"reverse_mask", "mask", "1 where the mask is 0, and the other way round", 1,
       [](Call call) -> RecipeValue {
         return arma::mat(1.0 - as_numbers(call.mask(0, call.matrix(0))));
       }},
      {"causal_mask", "n_q, n_k",
       "the mask in which a query sees its own place and those before it", 2, of_causal_mask},
      {"window_mask", "n_q, n_k, size", "the mask of a window", 3, of_window_mask},
      {"band_mask", "n_q, n_k, before, after",
       "the mask in which a query sees so many places before its own and after it", 4,
       of_band_mask},
      {"half_mask", "n", "the mask in which the second half sees the first half only", 1,
       of_half_mask},
      {"block_mask", "n_blocks, size",
       "the mask in which a query sees the block of places that its own is in", 2, of_block_mask},
      {"padding_mask", "n_q, n_k, n_padded", "the mask that hides the last n_padded keys", 3,
       of_padding_mask},
  };
}

}  // namespace attn
