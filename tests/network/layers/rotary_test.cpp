#include <algorithm>
#include <cmath>

#include "core/positions.hpp"
#include "network/five_points.hpp"
#include "network/layers/layers.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("RotaryTurn: by hand", "[network][rotary]") {
  Workers workers(1);
  // A head of four numbers has angles 1 and 1/100 for each place; pairs are (0, 2) and (1, 3).
  const RotaryTurn<double> rotary(3, 4);
  RowMatrix<double> X(3, 4, {1, 2, 3, 4, 1, 0, 0, 1, 1, 0, 0, 1});
  rotary.forward(workers, 3, X);
  const arma::mat turned{{1, 2, 3, 4},
                         {std::cos(1.0), -std::sin(0.01), std::sin(1.0), std::cos(0.01)},
                         {std::cos(2.0), -std::sin(0.02), std::sin(2.0), std::cos(0.02)}};
  CHECK(difference(matrix_of(X), turned) == "");
}

TEST_CASE("RotaryTurn: other angles, and pairs that become longer", "[network][rotary]") {
  Workers workers(1);
  // Two heads of width 4; the second row turns its first pairs by a quarter, its others by half.
  const double quarter = std::acos(-1.0) / 2;
  const RotaryTurn<double> rotary(2, 2, 3.0, [quarter](std::size_t place, std::size_t pair) {
    return static_cast<double>(place * (pair + 1)) * quarter;
  });
  RowMatrix<double> X(2, 8, {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8});
  rotary.forward(workers, 2, X);
  const arma::mat turned{{1, 2, 3, 4, 5, 6, 7, 8}, {-3, -2, 1, -4, -7, -6, 5, -8}};
  CHECK(difference(matrix_of(X), 3 * turned) == "");
}

TEST_CASE("RotaryTurn: every head as core turns it", "[network][rotary]") {
  Workers workers(1);
  constexpr std::size_t kLength = 5, kHead = 6, kHeads = 3;
  const RotaryTurn<double> rotary(8, kHead, 100.0);
  RowMatrix<double> X = random_rows(1, 2 * kLength, kHeads * kHead);
  const arma::mat angles = rotation_angles(first_positions(kLength), kHead, 100.0);
  const arma::mat before = matrix_of(X);
  rotary.forward(workers, kLength, X);
  const arma::mat turned = matrix_of(X);
  for (std::size_t sequence = 0; sequence < 2; ++sequence)
    for (std::size_t head = 0; head < kHeads; ++head) {
      const auto part = [&](const arma::mat& all) -> arma::mat {
        return all.submat(arma::span(sequence * kLength, sequence * kLength + kLength - 1),
                          arma::span(head * kHead, head * kHead + kHead - 1));
      };
      const arma::mat expected = rotated(part(before), angles, Pairing::half_split);
      CHECK(difference(part(turned), expected) == "");
    }
}

TEST_CASE("RotaryTurn: scores hang on the distance alone", "[network][rotary]") {
  Workers workers(1);
  const RotaryTurn<double> rotary(20, 8);
  const RowMatrix<double> q = random_rows(1, 1, 8), k = random_rows(2, 1, 8);
  RowMatrix<double> Q(20, 8), K(20, 8);
  for (std::size_t i = 0; i < 20; ++i) {
    std::copy_n(q.numbers.data(), 8, Q.rows().row(i));
    std::copy_n(k.numbers.data(), 8, K.rows().row(i));
  }
  rotary.forward(workers, 20, Q);
  rotary.forward(workers, 20, K);
  const arma::mat S = matrix_of(Q) * matrix_of(K).t();
  CHECK(difference(S.submat(0, 0, 9, 9), S.submat(10, 10, 19, 19)) == "");
  CHECK(std::abs(S(0, 1) - S(0, 2)) > 1e-3);
}

TEST_CASE("RotaryTurn: the way back turns back, and differences agree", "[network][rotary]") {
  Workers workers(1);
  const RotaryTurn<double> rotary(4, 6);
  const RowMatrix<double> before = random_rows(1, 8, 12), R = random_rows(2, 8, 12);
  RowMatrix<double> X = before, dX = R;
  rotary.forward(workers, 4, X);
  rotary.backward(workers, 4, X);
  CHECK(difference(matrix_of(X), matrix_of(before)) == "");
  const auto loss = [&] {
    RowMatrix<double> Y = X;
    rotary.forward(workers, 4, Y);
    return weighted_sum(R, Y);
  };
  rotary.backward(workers, 4, dX);
  CHECK(gradient_fault({{"X", X, dX}}, loss) == "");
}

TEST_CASE("RotaryTurn: of columns of a wider matrix, the others stay", "[network][rotary]") {
  Workers workers(1);
  const RotaryTurn<float> rotary(4, 2);
  RowMatrix<float> X = random_rows<float>(1, 4, 6);
  const RowMatrix<float> before = X;
  rotary.forward(workers, 4, X.rows().columns(2, 2));
  for (const std::size_t j : {0U, 1U, 4U, 5U})
    for (std::size_t i = 0; i < 4; ++i) CHECK(X.rows()(i, j) == before.rows()(i, j));
  CHECK(X.rows()(3, 2) != before.rows()(3, 2));
}
