#include "practice/exercise/engine.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "base/message.hpp"
#include "core/attention.hpp"
#include "core/heads.hpp"
#include "core/mask.hpp"
#include "core/positions.hpp"
#include "core/shape.hpp"
#include "costs/costs.hpp"
#include "examples/numbers.hpp"

namespace attn {

const arma::mat& EngineCall::matrix(std::size_t i) const {
  const auto* numbers = std::get_if<arma::mat>(&arguments_.at(i));
  if (!numbers)
    throw InputError(
        message("argument {} must be numbers, and words were given; length(words) says how many "
                "there are.",
                i + 1));
  return *numbers;
}

const std::vector<std::string>& EngineCall::words(std::size_t i) const {
  const auto* words = std::get_if<std::vector<std::string>>(&arguments_.at(i));
  if (!words)
    throw InputError(message("argument {} must be words, and numbers were given.", i + 1));
  return *words;
}

const Expression& EngineCall::expression(std::size_t i) const {
  const auto* formula = std::get_if<Expression>(&arguments_.at(i));
  if (!formula)
    throw InputError(message("argument {} must be a formula: a question of that kind.", i + 1));
  return *formula;
}

double EngineCall::number(std::size_t i) const {
  return single_number(arguments_.at(i), message("argument {}", i + 1));
}

long long EngineCall::whole(std::size_t i, long long least, long long most) const {
  const double value = number(i);
  const bool fits = value == std::floor(value) && value >= static_cast<double>(least) &&
                    value <= static_cast<double>(most);
  if (!fits)
    throw InputError(message("argument {} must be a whole number from {} to {}, and is {}.", i + 1,
                             least, most, value));
  return static_cast<long long>(value);
}

arma::uword EngineCall::length(std::size_t i) const {
  return static_cast<arma::uword>(whole(i, 1, kMostRows));
}

arma::uword EngineCall::place(std::size_t i, arma::uword n) const {
  return static_cast<arma::uword>(whole(i, 0, static_cast<long long>(n) - 1));
}

Mask EngineCall::mask(std::size_t i, const arma::mat& scores) const {
  const arma::mat& numbers = matrix(i);
  if (arma::size(numbers) != arma::size(scores))
    throw InputError(
        message("the mask is {}, and what it is for is {}.", shape_of(numbers), shape_of(scores)));
  return mask_from_numbers(numbers);
}

void require_moderate(arma::uword n_rows, arma::uword n_cols) {
  if (n_rows <= kMostRows && n_cols <= kMostRows && n_rows * n_cols <= kMostCells) return;
  throw InputError(
      message("{} x {} is too large: a recipe makes at most {} rows or columns and {} "
              "cells.",
              n_rows, n_cols, kMostRows, kMostCells));
}

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

std::vector<EngineFunction> attention_functions() {
  return {
      {"attention_scores", "Q, K", "Q Kᵀ", 2, of_attention_scores},
      {"softmax_rows", "S",
       "each row turned into shares that sum to 1; −∞ gives 0, a row of −∞ zeros", 1,
       [](Call call) { return softmax_rows(scores(call)); }},
      {"softmax_columns", "S", "the same down the columns: a mistake", 1,
       [](Call call) { return arma::mat(softmax_rows(scores(call).t()).t()); }},
      {"softmax_all", "S", "all cells together turned into shares that sum to 1: a mistake", 1,
       [](Call call) {
         const arma::mat& S = scores(call);
         const arma::mat row = softmax_rows(arma::vectorise(S, 1));
         return arma::mat(arma::reshape(row, S.n_cols, S.n_rows).t());
       }},
      {"share_rows", "S", "each row divided by its sum, without an exponential: a mistake", 1,
       [](Call call) { return share_rows(scores(call)); }},
      {"hard_rows", "S",
       "all weight on the largest cell of each row, shared among equals: a mistake", 1,
       [](Call call) { return hard_rows(scores(call)); }},
      {"mask_scores", "S, mask", "−∞ where the mask is 0", 2,
       [](Call call) { return masked_scores(call.matrix(0), call.mask(1, call.matrix(0))); }},
      {"fill_scores", "S, mask, fill", "a number where the mask is 0", 3, fill_scores},
      {"keep", "W, mask", "0 where the mask is 0, the rest as it is", 2, of_keep},
      {"reverse_mask", "mask", "1 where the mask is 0, and the other way round", 1,
       [](Call call) { return arma::mat(1.0 - as_numbers(call.mask(0, call.matrix(0)))); }},
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

// Two matrices of one shape, cell by cell; a single number stands beside every cell of the other.
template <typename Operation>
arma::mat cell_by_cell(Call call, Operation operation) {
  const arma::mat &A = call.matrix(0), &B = call.matrix(1);
  const arma::mat& larger = A.n_elem == 1 ? B : A;
  if (A.n_elem != 1 && B.n_elem != 1 && arma::size(A) != arma::size(B))
    throw InputError(
        message("A is {} and B is {}; they must have the same shape, or one be a "
                "single number.",
                shape_of(A), shape_of(B)));
  arma::mat result(arma::size(larger));
  for (arma::uword i = 0; i < result.n_elem; ++i)
    result(i) = operation(A.n_elem == 1 ? A(0) : A(i), B.n_elem == 1 ? B(0) : B(i));
  return result;
}

arma::mat divide_rows(Call call) {
  arma::mat M = call.matrix(0);
  const arma::mat& divisors = call.matrix(1);
  require_shape("column", divisors.n_rows, divisors.n_cols, M.n_rows, 1);
  for (arma::uword i = 0; i < M.n_rows; ++i)
    if (divisors(i) != 0.0) M.row(i) /= divisors(i);
  return M;
}

// Halves go away from 0, as people round, and no cell becomes −0.
arma::mat round_cells(Call call) {
  constexpr int kMostDecimals = 12;
  const double unit = std::pow(10.0, static_cast<double>(call.whole(1, 0, kMostDecimals)));
  arma::mat rounded = call.matrix(0);
  rounded.transform([unit](double cell) { return std::round(cell * unit) / unit + 0.0; });
  return rounded;
}

// Equal, apart from what another order of adding up would change: no sum is more exact than that.
double are_equal(Call call) {
  const arma::mat &A = call.matrix(0), &B = call.matrix(1);
  if (arma::size(A) != arma::size(B)) return 0.0;
  constexpr double kSlack = 1e-9;
  for (arma::uword i = 0; i < A.n_elem; ++i) {
    if (A(i) == B(i)) continue;
    if (!(std::abs(A(i) - B(i)) <= kSlack * std::max(1.0, std::abs(B(i))))) return 0.0;
  }
  return 1.0;
}

const arma::mat& some_cells(Call call) {
  require_not_empty("M", call.matrix(0));
  return call.matrix(0);
}

double variance(const arma::mat& M) {
  const double mean = arma::accu(M) / static_cast<double>(M.n_elem);
  return arma::accu(arma::square(M - mean)) / static_cast<double>(M.n_elem);
}

std::vector<EngineFunction> cell_functions() {
  return {
      {"add", "A, B", "the sum, cell by cell; either may be a single number", 2,
       [](Call call) { return cell_by_cell(call, [](double a, double b) { return a + b; }); }},
      {"subtract", "A, B", "the difference, likewise", 2,
       [](Call call) { return cell_by_cell(call, [](double a, double b) { return a - b; }); }},
      {"multiply", "A, B", "the product cell by cell, likewise", 2,
       [](Call call) { return cell_by_cell(call, [](double a, double b) { return a * b; }); }},
      {"divide", "A, B", "the quotient cell by cell, likewise", 2,
       [](Call call) { return cell_by_cell(call, [](double a, double b) { return a / b; }); }},
      {"exp_cells", "M", "e to the power of each cell", 1,
       [](Call call) { return arma::mat(arma::exp(call.matrix(0))); }},
      {"power_cells", "M, p", "each cell to the power p", 2,
       [](Call call) { return arma::mat(arma::pow(call.matrix(0), call.number(1))); }},
      {"divide_rows", "M, column", "each row divided by the number beside it; by 0, it stays", 2,
       divide_rows},
      {"round_cells", "M, decimals", "each cell rounded, halves away from 0", 2, round_cells},
      {"sum", "M", "the sum of all cells", 1,
       [](Call call) { return single(arma::accu(call.matrix(0))); }},
      {"row_sums", "M", "a column: the sum of each row", 1,
       [](Call call) { return arma::mat(arma::sum(some_cells(call), 1)); }},
      {"column_sums", "M", "a row: the sum of each column", 1,
       [](Call call) { return arma::mat(arma::sum(some_cells(call), 0)); }},
      {"column_means", "M", "a row: the mean of each column", 1,
       [](Call call) {
         const arma::mat& M = some_cells(call);
         return arma::mat(arma::sum(M, 0) / static_cast<double>(M.n_rows));
       }},
      {"mean", "M", "the mean of all cells", 1,
       [](Call call) {
         const arma::mat& M = some_cells(call);
         return single(arma::accu(M) / static_cast<double>(M.n_elem));
       }},
      {"variance", "M", "the mean squared distance from the mean", 1,
       [](Call call) { return single(variance(some_cells(call))); }},
      {"largest", "M", "the largest cell", 1,
       [](Call call) { return single(some_cells(call).max()); }},
      {"nth_largest", "M, n", "the n-th largest cell; 1 is the largest", 2,
       [](Call call) {
         if (some_cells(call).has_nan()) return single(arma::datum::nan);
         const arma::vec cells = arma::sort(arma::vectorise(call.matrix(0)), "descend");
         const auto n = static_cast<long long>(cells.n_elem);
         return single(cells(static_cast<arma::uword>(call.whole(1, 1, n) - 1)));
       }},
      {"row_maxima", "M", "a column: the largest cell of each row", 1,
       [](Call call) { return arma::mat(arma::max(some_cells(call), 1)); }},
      {"diagonal", "M", "a row: the cells on the diagonal", 1,
       [](Call call) { return arma::mat(some_cells(call).diag().t()); }},
      {"equal", "A, B", "1 if two matrices are equal but for rounding, cell by cell, else 0", 2,
       [](Call call) { return single(are_equal(call)); }},
  };
}

RecipeValue whole_numbers(Call call) {
  constexpr long long kFarthest = 100000, kMostChoices = 10000;
  const arma::uword n_rows = call.length(0), n_cols = call.length(1);
  require_moderate(n_rows, n_cols);
  const long long least = call.whole(2, -kFarthest, kFarthest);
  const long long most = call.whole(3, least, least + kMostChoices);
  std::vector<int> choices(static_cast<std::size_t>(most - least + 1));
  std::iota(choices.begin(), choices.end(), static_cast<int>(least));
  Random random = call.random();
  return whole_number_matrix(random, n_rows, n_cols, choices);
}

RecipeValue normals(Call call) {
  const arma::uword n_rows = call.length(0), n_cols = call.length(1);
  require_moderate(n_rows, n_cols);
  Random random = call.random();
  return normal_matrix(random, n_rows, n_cols, 1.0);
}

RecipeValue pick(Call call) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < call.size(); ++i) numbers.push_back(call.number(i));
  Random random = call.random();
  return arma::mat{numbers[random.below(static_cast<std::uint32_t>(numbers.size()))]};
}

// Fisher and Yates's shuffle, from the end.
RecipeValue shuffled(Call call) {
  arma::mat order = arma::regspace<arma::rowvec>(0, static_cast<double>(call.length(0)) - 1);
  Random random = call.random();
  for (arma::uword i = order.n_elem - 1; i > 0; --i)
    std::swap(order(i), order(random.below(static_cast<std::uint32_t>(i + 1))));
  return order;
}

// Each query and its key are drawn and forgotten, so that wide ones take no memory.
RecipeValue dot_products(Call call) {
  constexpr long long kMostPairs = 100000;
  constexpr double kMostDraws = 2e7;
  const auto n_pairs = static_cast<arma::uword>(call.whole(0, 1, kMostPairs));
  const arma::uword d = call.length(1);
  if (2.0 * static_cast<double>(n_pairs) * static_cast<double>(d) > kMostDraws)
    throw InputError(message("{} pairs of width {} are too many to draw.", n_pairs, d));
  Random random = call.random();
  arma::mat products(n_pairs, 1);
  arma::vec query(d), key(d);
  for (double& product : products) {
    query.imbue([&random] { return random.normal(); });
    key.imbue([&random] { return random.normal(); });
    product = arma::dot(query, key);
  }
  return products;
}

std::vector<EngineFunction> draw_functions() {
  return {
      {"whole_numbers", "rows, cols, least, most", "draws whole numbers", 4, whole_numbers, true},
      {"normals", "rows, cols", "draws normal numbers of mean 0 and variance 1", 2, normals, true},
      {"pick", "a, b, ...", "draws one of the numbers", 0, pick, true},
      {"shuffled", "n", "draws an order of 0 to n − 1, as a row", 1, shuffled, true},
      {"dot_products", "n_pairs, d",
       "draws n_pairs queries and keys of d normal numbers: a column of their products", 2,
       dot_products, true},
  };
}

RecipeValue formula_at(Call call) {
  const Expression& formula = call.expression(0);
  if (call.size() != formula.variables.size() + 1)
    throw InputError(message("the formula has {} variables, and {} numbers are given for them.",
                             formula.variables.size(), call.size() - 1));
  Expression::Values values;
  for (std::size_t i = 0; i < formula.variables.size(); ++i)
    values[formula.variables[i]] = call.number(i + 1);
  return single(formula.at(values));
}

std::vector<EngineFunction> expression_functions() {
  return {
      {"formula_at", "f, a, b, ...", "the value of a formula where its variables are a, b, ...", 0,
       formula_at},
      {"crossing", "f, g",
       "where two formulas meet: their first variable, as a formula in the others", 2,
       [](Call call) { return crossing_of(call.expression(0), call.expression(1)); }},
  };
}

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

arma::mat columns_between(Call call) {
  const arma::mat& M = call.matrix(0);
  const arma::uword first = call.place(1, M.n_cols), last = call.place(2, M.n_cols);
  if (first > last) throw InputError(message("there are no columns from {} to {}.", first, last));
  return M.cols(first, last);
}

arma::mat row_vector(Call call) {
  arma::mat row(1, call.size());
  for (std::size_t i = 0; i < call.size(); ++i) row(i) = call.number(i);
  return row;
}

arma::mat stack(Call call) {
  const arma::mat &A = call.matrix(0), &B = call.matrix(1);
  require_same_width("A", A, "B", B);
  require_moderate(A.n_rows + B.n_rows, A.n_cols);
  return arma::join_cols(A, B);
}

arma::mat side_by_side(Call call) {
  const arma::mat &A = call.matrix(0), &B = call.matrix(1);
  require_same_height("A", A, "B", B);
  require_moderate(A.n_rows, A.n_cols + B.n_cols);
  return arma::join_rows(A, B);
}

arma::mat matmul(Call call) {
  const arma::mat &A = call.matrix(0), &B = call.matrix(1);
  require_product("A", A, "B", B);
  require_moderate(A.n_rows, B.n_cols);
  return A * B;
}

template <typename Fill>
arma::mat filled(Call call, Fill fill) {
  const arma::uword n_rows = call.length(0), n_cols = call.length(1);
  require_moderate(n_rows, n_cols);
  return arma::mat(n_rows, n_cols, fill);
}

arma::mat value_of_first(Call call) {
  const arma::mat &M = call.matrix(0), &list = call.matrix(1);
  if (list.n_elem != M.n_elem || M.is_empty())
    throw InputError(
        message("the list has {} items, and the matrix {} cells.", list.n_elem, M.n_elem));
  return single(arma::rowvec(arma::vectorise(M, 1))(list.index_max()));
}

arma::mat reshaped(Call call) {
  const arma::mat& M = call.matrix(0);
  const arma::uword n_rows = call.length(1), n_cols = call.length(2);
  require_moderate(n_rows, n_cols);
  if (n_rows * n_cols != M.n_elem)
    throw InputError(message("{} has {} cells, and {} x {} has {}.", shape_of(M), M.n_elem, n_rows,
                             n_cols, n_rows * n_cols));
  return arma::reshape(M.t(), n_cols, n_rows).t();
}

arma::mat permute_rows(Call call) {
  const arma::mat &M = call.matrix(0), &order = call.matrix(1);
  if (!order.is_vec() || order.n_elem != M.n_rows)
    throw InputError(message("the order must have one place for each of {} rows, and is {}.",
                             M.n_rows, shape_of(order)));
  std::vector<bool> taken(M.n_rows, false);
  arma::mat permuted(arma::size(M));
  for (arma::uword i = 0; i < M.n_rows; ++i) {
    const double place = order(i);
    const bool is_place = place >= 0.0 && place < static_cast<double>(M.n_rows) &&
                          place == static_cast<double>(static_cast<arma::uword>(place));
    if (!is_place || taken[static_cast<arma::uword>(place)])
      throw InputError(message("the order must have each place from 0 to {} once, and has {}.",
                               M.n_rows - 1, place));
    taken[static_cast<arma::uword>(place)] = true;
    permuted.row(i) = M.row(static_cast<arma::uword>(place));
  }
  return permuted;
}

std::vector<EngineFunction> matrix_functions() {
  return {
      {"height", "M", "the number of rows", 1,
       [](Call call) { return single(static_cast<double>(call.matrix(0).n_rows)); }},
      {"width", "M", "the number of columns", 1,
       [](Call call) { return single(static_cast<double>(call.matrix(0).n_cols)); }},
      {"length", "words", "how many words there are", 1,
       [](Call call) { return single(static_cast<double>(call.words(0).size())); }},
      {"cell", "M, row, col", "one cell", 3,
       [](Call call) {
         const arma::mat& M = call.matrix(0);
         return single(M(call.place(1, M.n_rows), call.place(2, M.n_cols)));
       }},
      {"row", "M, i", "one row", 2,
       [](Call call) {
         const arma::mat& M = call.matrix(0);
         return arma::mat(M.row(call.place(1, M.n_rows)));
       }},
      {"column", "M, j", "one column", 2,
       [](Call call) {
         const arma::mat& M = call.matrix(0);
         return arma::mat(M.col(call.place(1, M.n_cols)));
       }},
      {"columns_between", "M, first, last", "columns first to last, the last one included", 3,
       columns_between},
      {"row_vector", "a, b, ...", "numbers side by side", 0, row_vector},
      {"stack", "A, B", "A above B", 2, stack},
      {"beside", "A, B", "A to the left of B", 2, side_by_side},
      {"transpose", "M", "rows as columns", 1,
       [](Call call) { return arma::mat(call.matrix(0).t()); }},
      {"matmul", "A, B", "the matrix product", 2, matmul},
      {"ones", "rows, cols", "a matrix of ones", 2,
       [](Call call) { return filled(call, arma::fill::ones); }},
      {"zeros", "rows, cols", "a matrix of zeros", 2,
       [](Call call) { return filled(call, arma::fill::zeros); }},
      {"value_of_first", "M, list",
       "the cell of M at the item that a list puts first; pairs row by row", 2, value_of_first},
      {"reshaped", "M, rows, cols", "the same cells, row by row, in another shape", 3, reshaped},
      {"permute_rows", "M, order", "row i of the result is row order[i] of M", 2, permute_rows},
  };
}

}  // namespace

const std::vector<EngineFunction>& engine_functions() {
  static const std::vector<EngineFunction> all = [] {
    std::vector<EngineFunction> joined;
    for (const auto& part : {matrix_functions(), cell_functions(), attention_functions(),
                             layer_functions(), expression_functions(), draw_functions()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

const EngineFunction* engine_function(const std::string& name) {
  for (const EngineFunction& function : engine_functions())
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace attn
