#include "practice/recipe/engine.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

namespace {

const Definitions kCells{{"M", arma::mat{{1, 2, 3}, {4, 5, 9}}}};

std::string wrong_cells(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kCells), expected);
}

}  // namespace

TEST_CASE("cell_functions: cell by cell, with a single number on either side",
          "[practice][engine]") {
  CHECK(wrong_cells("add(M, M)", {{2, 4, 6}, {8, 10, 18}}) == "");
  CHECK(wrong_cells("subtract(1, M)", {{0, -1, -2}, {-3, -4, -8}}) == "");
  CHECK(wrong_cells("multiply(M, 2)", {{2, 4, 6}, {8, 10, 18}}) == "");
  CHECK(wrong_cells("divide(M, 2)", {{0.5, 1, 1.5}, {2, 2.5, 4.5}}) == "");
  CHECK(wrong_cells("divide(row_vector(1, -1), 0)", {{arma::datum::inf, -arma::datum::inf}}) == "");
  CHECK(refusal_of("add(M, ones(2, 2))", kCells) ==
        "add(M, ones(2, 2)): A is 2 x 3 and B is 2 x 2; they must have the same shape, or one be a "
        "single number.");
}

TEST_CASE("cell_functions: exponentials and rounding", "[practice][engine]") {
  CHECK(wrong_cells("exp_cells(row_vector(0, 1))", {{1, 2.718281828459045}}) == "");
  CHECK(wrong_cells("round_cells(row_vector(0.0625, -0.0625, 2.5, -0.001), 3)",
                    {{0.063, -0.063, 2.5, -0.001}}) == "");
  CHECK_FALSE(std::signbit(value_of("round_cells(-0.001, 2)")(0)));
}

TEST_CASE("cell_functions: sums, means and what is largest", "[practice][engine]") {
  CHECK(wrong_cells("sum(M)", arma::mat{24}) == "");
  CHECK(wrong_cells("row_sums(M)", arma::vec{6, 18}) == "");
  CHECK(wrong_cells("column_sums(M)", {{5, 7, 12}}) == "");
  CHECK(wrong_cells("column_means(M)", {{2.5, 3.5, 6}}) == "");
  CHECK(wrong_cells("mean(M)", arma::mat{4}) == "");
  // (9 + 4 + 1 + 0 + 1 + 25) / 6
  CHECK(wrong_cells("variance(M)", arma::mat{40.0 / 6.0}) == "");
  CHECK(wrong_cells("largest(M)", arma::mat{9}) == "");
  CHECK(wrong_cells("row_maxima(M)", arma::vec{3, 9}) == "");
  CHECK(wrong_cells("diagonal(M)", {{1, 5}}) == "");
}

TEST_CASE("equal: but for what another order of adding up leaves", "[practice][engine]") {
  CHECK(wrong_cells("equal(M, M)", arma::mat{1}) == "");
  CHECK(wrong_cells("equal(M, transpose(M))", arma::mat{0}) == "");
  CHECK(wrong_cells("equal(0.1 + 0.2, 0.3)", arma::mat{1}) == "");
  CHECK(wrong_cells("equal(1, 1.00001)", arma::mat{0}) == "");
  CHECK(wrong_cells("equal(divide(-1, 0), divide(-1, 0))", arma::mat{1}) == "");
  CHECK(wrong_cells("equal(divide(0, 0), 1)", arma::mat{0}) == "");
}

TEST_CASE("cell_functions: powers, rows divided, the n-th largest", "[practice][engine]") {
  CHECK(wrong_cells("power_cells(M, 2)", {{1, 4, 9}, {16, 25, 81}}) == "");
  CHECK(wrong_cells("power_cells(row_vector(4, 9), 0.5)", {{2, 3}}) == "");
  CHECK(wrong_cells("divide_rows(M, row_sums(M))",
                    {{1 / 6.0, 2 / 6.0, 0.5}, {4 / 18.0, 5 / 18.0, 0.5}}) == "");
  CHECK(wrong_cells("divide_rows(M, zeros(2, 1))", {{1, 2, 3}, {4, 5, 9}}) == "");
  CHECK(wrong_cells("nth_largest(M, 1)", arma::mat{9}) == "");
  CHECK(wrong_cells("nth_largest(M, 6)", arma::mat{1}) == "");
  CHECK(refusal_of("nth_largest(M, 7)", kCells) ==
        "nth_largest(M, 7): argument 2 must be a whole number from 1 to 6, and is 7.");
  CHECK(refusal_of("divide_rows(M, ones(3, 1))", kCells) != "accepted");
}
