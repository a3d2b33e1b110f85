#include <cmath>

#include "base/message.hpp"
#include "core/shape.hpp"
#include "practice/recipe/engine.hpp"

namespace attn {
namespace {

using Call = const EngineCall&;

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

}  // namespace

std::vector<EngineFunction> cell_functions() {
  return {
      {"add", "A, B", "the sum, cell by cell; either may be a single number", 2,
       [](Call call) -> RecipeValue {
         return cell_by_cell(call, [](double a, double b) { return a + b; });
       }},
      {"subtract", "A, B", "the difference, likewise", 2,
       [](Call call) -> RecipeValue {
         return cell_by_cell(call, [](double a, double b) { return a - b; });
       }},
      {"multiply", "A, B", "the product cell by cell, likewise", 2,
       [](Call call) -> RecipeValue {
         return cell_by_cell(call, [](double a, double b) { return a * b; });
       }},
      {"divide", "A, B", "the quotient cell by cell, likewise", 2,
       [](Call call) -> RecipeValue {
         return cell_by_cell(call, [](double a, double b) { return a / b; });
       }},
      {"exp_cells", "M", "e to the power of each cell", 1,
       [](Call call) -> RecipeValue { return arma::mat(arma::exp(call.matrix(0))); }},
      {"power_cells", "M, p", "each cell to the power p", 2,
       [](Call call) -> RecipeValue {
         return arma::mat(arma::pow(call.matrix(0), call.number(1)));
       }},
      {"divide_rows", "M, column", "each row divided by the number beside it; by 0, it stays", 2,
       [](Call call) -> RecipeValue { return divide_rows(call); }},
      {"round_cells", "M, decimals", "each cell rounded, halves away from 0", 2,
       [](Call call) -> RecipeValue { return round_cells(call); }},
      {"sum", "M", "the sum of all cells", 1,
       [](Call call) -> RecipeValue { return single(arma::accu(call.matrix(0))); }},
      {"row_sums", "M", "a column: the sum of each row", 1,
       [](Call call) -> RecipeValue { return arma::mat(arma::sum(some_cells(call), 1)); }},
      {"column_sums", "M", "a row: the sum of each column", 1,
       [](Call call) -> RecipeValue { return arma::mat(arma::sum(some_cells(call), 0)); }},
      {"column_means", "M", "a row: the mean of each column", 1,
       [](Call call) -> RecipeValue {
         const arma::mat& M = some_cells(call);
         return arma::mat(arma::sum(M, 0) / static_cast<double>(M.n_rows));
       }},
      {"mean", "M", "the mean of all cells", 1,
       [](Call call) -> RecipeValue {
         const arma::mat& M = some_cells(call);
         return single(arma::accu(M) / static_cast<double>(M.n_elem));
       }},
      {"variance", "M", "the mean squared distance from the mean", 1,
       [](Call call) -> RecipeValue { return single(variance(some_cells(call))); }},
      {"largest", "M", "the largest cell", 1,
       [](Call call) -> RecipeValue { return single(some_cells(call).max()); }},
      {"nth_largest", "M, n", "the n-th largest cell; 1 is the largest", 2,
       [](Call call) -> RecipeValue {
         if (some_cells(call).has_nan()) return single(arma::datum::nan);
         const arma::vec cells = arma::sort(arma::vectorise(call.matrix(0)), "descend");
         return single(cells(static_cast<arma::uword>(call.whole(1, 1, cells.n_elem) - 1)));
       }},
      {"row_maxima", "M", "a column: the largest cell of each row", 1,
       [](Call call) -> RecipeValue { return arma::mat(arma::max(some_cells(call), 1)); }},
      {"diagonal", "M", "a row: the cells on the diagonal", 1,
       [](Call call) -> RecipeValue { return arma::mat(some_cells(call).diag().t()); }},
      {"equal", "A, B", "1 if two matrices are equal but for rounding, cell by cell, else 0", 2,
       [](Call call) -> RecipeValue { return single(are_equal(call)); }},
  };
}

}  // namespace attn
