#include "practice/recipe/engine.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

namespace {

const Definitions kMatrices{{"M", arma::mat{{1, 2, 3}, {4, 5, 6}}},
                            {"words", std::vector<std::string>{"cat", "sat", "down"}}};

std::string wrong_matrices(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kMatrices), expected);
}

}  // namespace

TEST_CASE("matrix_functions: shapes, cells, rows and columns", "[practice][engine]") {
  CHECK(wrong_matrices("height(M)", arma::mat{2}) == "");
  CHECK(wrong_matrices("width(M)", arma::mat{3}) == "");
  CHECK(wrong_matrices("length(words)", arma::mat{3}) == "");
  CHECK(wrong_matrices("cell(M, 1, 2)", arma::mat{6}) == "");
  CHECK(wrong_matrices("row(M, 1)", {{4, 5, 6}}) == "");
  CHECK(wrong_matrices("column(M, 0)", arma::vec{1, 4}) == "");
  CHECK(wrong_matrices("columns_between(M, 1, 2)", {{2, 3}, {5, 6}}) == "");
  CHECK(wrong_matrices("transpose(M)", {{1, 4}, {2, 5}, {3, 6}}) == "");
}

TEST_CASE("matrix_functions: places that are not there are refused", "[practice][engine]") {
  CHECK(refusal_of("row(M, 2)", kMatrices) ==
        "row(M, 2): argument 2 must be a whole number from 0 to 1, and is 2.");
  CHECK(refusal_of("column(M, -1)", kMatrices) ==
        "column(M, -1): argument 2 must be a whole number from 0 to 2, and is -1.");
  CHECK(refusal_of("columns_between(M, 2, 1)", kMatrices) ==
        "columns_between(M, 2, 1): there are no columns from 2 to 1.");
}

TEST_CASE("matrix_functions: matrices made of others", "[practice][engine]") {
  CHECK(wrong_matrices("row_vector(1, width(M), 2/4)", {{1, 3, 0.5}}) == "");
  CHECK(wrong_matrices("stack(M, row_vector(7, 8, 9))", {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}) == "");
  CHECK(wrong_matrices("beside(M, ones(2, 1))", {{1, 2, 3, 1}, {4, 5, 6, 1}}) == "");
  CHECK(wrong_matrices("matmul(M, transpose(M))", {{14, 32}, {32, 77}}) == "");
  CHECK(wrong_matrices("zeros(1, 2)", {{0, 0}}) == "");
  CHECK(refusal_of("stack(M, ones(1, 2))", kMatrices) != "accepted");
  CHECK(refusal_of("beside(M, ones(1, 2))", kMatrices) != "accepted");
  CHECK(refusal_of("matmul(M, M)", kMatrices) != "accepted");
}

TEST_CASE("reshaped: the cells keep their order, row by row", "[practice][engine]") {
  CHECK(wrong_matrices("reshaped(M, 3, 2)", {{1, 2}, {3, 4}, {5, 6}}) == "");
  CHECK(wrong_matrices("reshaped(M, 1, 6)", {{1, 2, 3, 4, 5, 6}}) == "");
  CHECK(refusal_of("reshaped(M, 2, 2)", kMatrices) ==
        "reshaped(M, 2, 2): 2 x 3 has 6 cells, and 2 x 2 has 4.");
}

TEST_CASE("permute_rows: row i is row order[i]", "[practice][engine]") {
  CHECK(wrong_matrices("permute_rows(transpose(M), row_vector(2, 0, 1))",
                       {{3, 6}, {1, 4}, {2, 5}}) == "");
  CHECK(refusal_of("permute_rows(M, row_vector(0, 0))", kMatrices) ==
        "permute_rows(M, row_vector(0, 0)): the order must have each place from 0 to 1 once, and "
        "has 0.");
  CHECK(refusal_of("permute_rows(M, row_vector(0, 1, 2))", kMatrices) ==
        "permute_rows(M, row_vector(0, 1, 2)): the order must have one place for each of 2 rows, "
        "and is 1 x 3.");
}

TEST_CASE("value_of_first: the cell at the item that a list puts first", "[practice][engine]") {
  const Definitions given{{"M", arma::mat{{1, 2}, {3, 4}}}};
  CHECK(value_of("value_of_first(M, row_vector(0, 1, 9, 2))", given)(0) == 3);
  CHECK(value_of("value_of_first(M, transpose(row_vector(0, 8, 1, 2)))", given)(0) == 2);
  CHECK(refusal_of("value_of_first(M, row_vector(1, 2))", given) ==
        "value_of_first(M, row_vector(1, 2)): the list has 2 items, and the matrix 4 cells.");
}
