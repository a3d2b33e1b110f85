#include "base/message.hpp"
#include "core/shape.hpp"
#include "practice/recipe/engine.hpp"

namespace attn {
namespace {

using Call = const EngineCall&;

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

arma::mat beside(Call call) {
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

}  // namespace

std::vector<EngineFunction> matrix_functions() {
  return {
      {"height", "M", "the number of rows", 1,
       [](Call call) -> RecipeValue { return single(static_cast<double>(call.matrix(0).n_rows)); }},
      {"width", "M", "the number of columns", 1,
       [](Call call) -> RecipeValue { return single(static_cast<double>(call.matrix(0).n_cols)); }},
      {"length", "words", "how many words there are", 1,
       [](Call call) -> RecipeValue { return single(static_cast<double>(call.words(0).size())); }},
      {"cell", "M, row, col", "one cell", 3,
       [](Call call) -> RecipeValue {
         const arma::mat& M = call.matrix(0);
         return single(M(call.place(1, M.n_rows), call.place(2, M.n_cols)));
       }},
      {"row", "M, i", "one row", 2,
       [](Call call) -> RecipeValue {
         const arma::mat& M = call.matrix(0);
         return arma::mat(M.row(call.place(1, M.n_rows)));
       }},
      {"column", "M, j", "one column", 2,
       [](Call call) -> RecipeValue {
         const arma::mat& M = call.matrix(0);
         return arma::mat(M.col(call.place(1, M.n_cols)));
       }},
      {"columns_between", "M, first, last", "columns first to last, the last one included", 3,
       [](Call call) -> RecipeValue { return columns_between(call); }},
      {"row_vector", "a, b, ...", "numbers side by side", 0,
       [](Call call) -> RecipeValue { return row_vector(call); }},
      {"stack", "A, B", "A above B", 2, [](Call call) -> RecipeValue { return stack(call); }},
      {"beside", "A, B", "A to the left of B", 2,
       [](Call call) -> RecipeValue { return beside(call); }},
      {"transpose", "M", "rows as columns", 1,
       [](Call call) -> RecipeValue { return arma::mat(call.matrix(0).t()); }},
      {"matmul", "A, B", "the matrix product", 2,
       [](Call call) -> RecipeValue { return matmul(call); }},
      {"ones", "rows, cols", "a matrix of ones", 2,
       [](Call call) -> RecipeValue { return filled(call, arma::fill::ones); }},
      {"zeros", "rows, cols", "a matrix of zeros", 2,
       [](Call call) -> RecipeValue { return filled(call, arma::fill::zeros); }},
      {"value_of_first", "M, list",
       "the cell of M at the item that a list puts first; pairs row by row", 2,
       [](Call call) -> RecipeValue { return value_of_first(call); }},
      {"reshaped", "M, rows, cols", "the same cells, row by row, in another shape", 3,
       [](Call call) -> RecipeValue { return reshaped(call); }},
      {"permute_rows", "M, order", "row i of the result is row order[i] of M", 2,
       [](Call call) -> RecipeValue { return permute_rows(call); }},
  };
}

}  // namespace attn
