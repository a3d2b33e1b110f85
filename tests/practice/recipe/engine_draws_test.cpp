#include <set>

#include "practice/recipe/engine.hpp"
#include "practice/recipe/worksheet.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

TEST_CASE("whole_numbers: from the least to the most, both included", "[practice][engine]") {
  const arma::mat drawn = value_of("whole_numbers(30, 30, -2, 2)");
  const arma::vec values = arma::unique(arma::vectorise(drawn));
  CHECK(difference(values, arma::vec{-2, -1, 0, 1, 2}) == "");
  CHECK(difference(value_of("whole_numbers(1, 3, 5, 5)"), {{5, 5, 5}}) == "");
  CHECK(refusal_of("whole_numbers(2, 2, 3, 1)") ==
        "whole_numbers(2, 2, 3, 1): argument 4 must be a whole number from 3 to 10003, and is 1.");
}

TEST_CASE("normals: of mean 0 and variance 1", "[practice][engine]") {
  const arma::mat drawn = value_of("normals(200, 100)");
  CHECK(std::abs(arma::accu(drawn) / 20000) < 0.03);
  CHECK(arma::accu(arma::square(drawn)) / 20000 == Approx(1).epsilon(0.05));
}

TEST_CASE("pick: one of the numbers, and in the end each", "[practice][engine]") {
  std::set<double> picked;
  for (std::uint64_t variant = 1; variant <= 40; ++variant)
    picked.insert(value_of("pick(3, 5, 8)", {}, variant)(0));
  CHECK(picked == std::set<double>{3, 5, 8});
}

TEST_CASE("shuffled: each place once, in an order of its own", "[practice][engine]") {
  const arma::mat order = value_of("shuffled(50)");
  const arma::mat in_order = arma::regspace<arma::rowvec>(0, 49);
  CHECK(difference(arma::sort(order, "ascend", 1), in_order) == "");
  CHECK(difference(order, in_order) != "");
  CHECK(difference(value_of("shuffled(1)"), arma::mat{0}) == "");
}

TEST_CASE("dot_products: of variance d", "[practice][engine]") {
  const arma::mat products = value_of("dot_products(4000, 16)");
  CHECK(products.n_rows == 4000);
  CHECK(products.n_cols == 1);
  CHECK(arma::accu(arma::square(products)) / 4000 == Approx(16).epsilon(0.1));
  CHECK(refusal_of("dot_products(100000, 4096)") ==
        "dot_products(100000, 4096): 100000 pairs of width 4096 are too many to draw.");
}

TEST_CASE("draw_functions: two draws in one recipe differ, and the same variant has the same",
          "[practice][engine]") {
  const arma::mat drawn = value_of("beside(normals(2, 2), normals(2, 2))");
  CHECK(difference(drawn.head_cols(2), drawn.tail_cols(2)) != "");
  CHECK(difference(drawn, value_of("beside(normals(2, 2), normals(2, 2))")) == "");
  CHECK(difference(drawn, value_of("beside(normals(2, 2), normals(2, 2))", {}, 2)) != "");
}
