#include "network/layers/embedding.hpp"

#include "network/five_points.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("Embedding: by hand, with a token that comes again", "[network][embedding]") {
  Parameters<double> all(1);
  const Embedding<double> layer{all.add("E", 3, 2, Start::zeros())};
  set_rows(layer.E.value(), {1, 2, 3, 4, 5, 6});
  const std::vector<std::uint32_t> tokens{2, 0, 2};
  RowMatrix<double> X(3, 2);
  layer.forward(tokens, X);
  CHECK(difference(matrix_of(X), {{5, 6}, {1, 2}, {5, 6}}) == "");
  const RowMatrix<double> dX(3, 2, {1, 10, 2, 20, 3, 30});
  layer.backward(tokens, dX);
  CHECK(difference(matrix_of(layer.E.gradient()), {{2, 20}, {0, 0}, {4, 40}}) == "");
  layer.backward(tokens, dX);
  CHECK(difference(matrix_of(layer.E.gradient()), {{4, 40}, {0, 0}, {8, 80}}) == "");
}

TEST_CASE("Embedding: differences agree with repeated tokens", "[network][embedding]") {
  const std::vector<std::uint32_t> tokens{2, 0, 2, 2, 3, 0};  // of five; 1 and 4 never
  Parameters<double> all(1);
  const Embedding<double> layer{all.add("E", 5, 3, Start::normal(1))};
  RowMatrix<double> X(6, 3);
  const RowMatrix<double> R = random_rows(2, 6, 3);
  const auto loss = [&] {
    layer.forward(tokens, X);
    return weighted_sum(R, X);
  };
  layer.backward(tokens, R);
  CHECK(gradient_fault(claims_of(all), loss) == "");
  const arma::mat dE = matrix_of(layer.E.gradient());
  CHECK(arma::abs(dE.row(1)).max() == 0);
  CHECK(arma::abs(dE.row(4)).max() == 0);
  CHECK(difference(arma::sum(dE, 0), arma::sum(matrix_of(R), 0)) == "");
}

TEST_CASE("LearnedPositions: by hand, two sequences of two tokens", "[network][embedding]") {
  Parameters<double> all(1);
  const LearnedPositions<double> layer{all.add("P", 3, 2, Start::zeros())};
  set_rows(layer.P.value(), {1, 2, 3, 4, 5, 6});
  RowMatrix<double> X(4, 2, {10, 10, 10, 10, 20, 20, 20, 20});
  layer.forward(2, X);
  CHECK(difference(matrix_of(X), {{11, 12}, {13, 14}, {21, 22}, {23, 24}}) == "");
  const RowMatrix<double> dX(4, 2, {1, 2, 3, 4, 10, 20, 30, 40});
  layer.backward(2, dX);
  CHECK(difference(matrix_of(layer.P.gradient()), {{11, 22}, {33, 44}, {0, 0}}) == "");
}

TEST_CASE("LearnedPositions: differences agree", "[network][embedding]") {
  Parameters<double> all(1);
  const LearnedPositions<double> layer{all.add("P", 4, 3, Start::normal(1))};
  const RowMatrix<double> before = random_rows(1, 6, 3), R = random_rows(2, 6, 3);
  const auto loss = [&] {
    RowMatrix<double> X = before;
    layer.forward(3, X);
    return weighted_sum(R, X);
  };
  layer.backward(3, R);
  CHECK(gradient_fault(claims_of(all), loss) == "");
}
