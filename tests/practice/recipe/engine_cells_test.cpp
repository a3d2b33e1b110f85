#include "practice/recipe/engine.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

namespace {

const Definitions kGiven{{"M", arma::mat{{1, 2, 3}, {4, 5, 9}}}};

std::string wrong(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kGiven), expected);
}

}  // namespace

TEST_CASE("cell_functions: cell by cell, with a single number on either side",
          "[practice][engine]") {
  CHECK(wrong("add(M, M)", {{2, 4, 6}, {8, 10, 18}}) == "");
  CHECK(wrong("subtract(1, M)", {{0, -1, -2}, {-3, -4, -8}}) == "");
  CHECK(wrong("multiply(M, 2)", {{2, 4, 6}, {8, 10, 18}}) == "");
  CHECK(wrong("divide(M, 2)", {{0.5, 1, 1.5}, {2, 2.5, 4.5}}) == "");
  CHECK(wrong("divide(row_vector(1, -1), 0)", {{arma::datum::inf, -arma::datum::inf}}) == "");
  CHECK(refusal_of("add(M, ones(2, 2))", kGiven) ==
        "add(M, ones(2, 2)): A is 2 x 3 and B is 2 x 2; they must have the same shape, or one be a "
        "single number.");
}

TEST_CASE("cell_functions: exponentials and rounding", "[practice][engine]") {
  CHECK(wrong("exp_cells(row_vector(0, 1))", {{1, 2.718281828459045}}) == "");
  CHECK(wrong("round_cells(row_vector(0.0625, -0.0625, 2.5, -0.001), 3)",
              {{0.063, -0.063, 2.5, -0.001}}) == "");
  CHECK_FALSE(std::signbit(value_of("round_cells(-0.001, 2)")(0)));
}

TEST_CASE("cell_functions: sums, means and what is largest", "[practice][engine]") {
  CHECK(wrong("sum(M)", {{24}}) == "");
  CHECK(wrong("row_sums(M)", {{6}, {18}}) == "");
  CHECK(wrong("column_sums(M)", {{5, 7, 12}}) == "");
  CHECK(wrong("column_means(M)", {{2.5, 3.5, 6}}) == "");
  CHECK(wrong("mean(M)", {{4}}) == "");
  // (9 + 4 + 1 + 0 + 1 + 25) / 6
  CHECK(wrong("variance(M)", arma::mat{40.0 / 6.0}) == "");
  CHECK(wrong("largest(M)", {{9}}) == "");
  CHECK(wrong("row_maxima(M)", {{3}, {9}}) == "");
  CHECK(wrong("diagonal(M)", {{1, 5}}) == "");
}

TEST_CASE("equal: but for what another order of adding up leaves", "[practice][engine]") {
  CHECK(wrong("equal(M, M)", {{1}}) == "");
  CHECK(wrong("equal(M, transpose(M))", {{0}}) == "");
  CHECK(wrong("equal(0.1 + 0.2, 0.3)", {{1}}) == "");
  CHECK(wrong("equal(1, 1.00001)", {{0}}) == "");
  CHECK(wrong("equal(divide(-1, 0), divide(-1, 0))", {{1}}) == "");
  CHECK(wrong("equal(divide(0, 0), 1)", {{0}}) == "");
}
