#include "core/gradients.hpp"

#include "core/attention.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/slopes.hpp"

namespace {

arma::mat slopes_of(const std::function<double(const arma::mat&)>& L, arma::mat X) {
  return slopes_by_differences([&] { return L(X); }, X);
}

constexpr double kOfDifferences = 1e-9;

}  // namespace

TEST_CASE("gradient_product: turns over what it is told to") {
  const arma::mat A{{1, 2}, {3, 4}}, B{{0, 1}, {5, 0}};
  CHECK(difference(gradient_product(A, false, B, false), {{10, 1}, {20, 3}}, 0.0) == "");
  CHECK(difference(gradient_product(A, true, B, false), {{15, 1}, {20, 2}}, 0.0) == "");
  CHECK(difference(gradient_product(A, false, B, true), {{2, 5}, {4, 15}}, 0.0) == "");
}

TEST_CASE("gradient_product: both factors of a product, by differences") {
  std::mt19937 draws(1);
  const arma::mat A = random_matrix(draws, 3, 4), B = random_matrix(draws, 4, 2),
                  dC = random_matrix(draws, 3, 2);
  const auto loss = [&dC](const arma::mat& C) { return arma::accu(dC % C); };
  CHECK(difference(gradient_product(dC, false, B, true),
                   slopes_of([&](auto& X) { return loss(X * B); }, A), kOfDifferences) == "");
  CHECK(difference(gradient_product(A, true, dC, false),
                   slopes_of([&](auto& X) { return loss(A * X); }, B), kOfDifferences) == "");
}

TEST_CASE("gradient_product: refuses what does not fit or overflows") {
  CHECK_REFUSED(gradient_product(arma::ones(2, 3), true, arma::ones(3, 2), false),
                "A times B needs as many columns in A as rows in B: A is 3 x 2, B is 3 x 2.");
  CHECK_REFUSED(gradient_product(single_cell(1e200), false, single_cell(1e200), false),
                "a gradient overflows: its entries do not fit a double-precision number. Use "
                "smaller numbers.");
}

TEST_CASE("softmax_gradient: by hand") {
  // Mean .25 + .5 · 2 + .25 · 3 = 2, so the slopes count from 2.
  CHECK(difference(softmax_gradient({{.25, .5, .25}}, {{1, 2, 3}}), {{-.25, 0, .25}}, 0.0) == "");
  // One key takes all: nothing can change.
  CHECK(difference(softmax_gradient({{0, 1, 0}}, {{5, -3, 8}}), {{0, 0, 0}}, 0.0) == "");
}

TEST_CASE("softmax_gradient: by differences, rows sum to 0") {
  std::mt19937 draws(2);
  for (int round = 0; round < 20; ++round) {
    const arma::mat Z = 3.0 * random_matrix(draws, 1 + draws() % 4, 1 + draws() % 5);
    const arma::mat dA = random_matrix(draws, Z.n_rows, Z.n_cols);
    const arma::mat dZ = softmax_gradient(softmax_rows(Z), dA);
    const auto loss = [&dA](const arma::mat& X) { return arma::accu(dA % softmax_rows(X)); };
    CHECK(difference(dZ, slopes_of(loss, Z), kOfDifferences) == "");
    CHECK(difference(arma::sum(dZ, 1), arma::zeros(Z.n_rows)) == "");
  }
}

TEST_CASE("softmax_gradient: is exactly 0 where a query may not attend") {
  const BlockedCells blocked{{0, 0, 'c'}, {'x', 'x', 'x'}};
  const arma::mat dA{{1, 3, 1e300}, {1, 2, 3}};
  CHECK(difference(softmax_gradient({{.5, .5, 0}, {0, 0, 0}}, dA, blocked),
                   {{-.5, .5, 0}, {0, 0, 0}}, 0.0) == "");
  // An empty row that was given even weights: they are no function of the scores.
  const arma::mat even{{.5, .5, 0}, {.25, .5, .25}};
  CHECK(arma::mat(softmax_gradient(even, dA, blocked).row(1)).is_zero());
}

TEST_CASE("softmax_gradient: is the row of slopes times the Jacobian") {
  const arma::mat A = softmax_rows({{.3, -1.2, 2.0}, {4, 4, -1}}), dA{{1, -2, .5}, {0, 7, 1}};
  const arma::mat dZ = softmax_gradient(A, dA);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    CHECK(difference(dZ.row(i), dA.row(i) * softmax_jacobian(A.row(i))) == "");
}

TEST_CASE("softmax_jacobian: by hand") {
  CHECK(difference(softmax_jacobian({.5, .25, .25}),
                   {{.25, -.125, -.125}, {-.125, .1875, -.0625}, {-.125, -.0625, .1875}},
                   0.0) == "");
  CHECK(softmax_jacobian({0, 1}).is_zero());
}

TEST_CASE("softmax_gradient: slopes that are alike give exactly 0") {
  const arma::mat A = softmax_rows({{0.3, 0.1, 0.7}, {0.2, 0.9, 0.4}});
  const arma::mat alike{{0.1, 0.1, 0.1}, {-0.7, -0.7, -0.7}};
  CHECK(arma::all(arma::vectorise(softmax_gradient(A, alike, {})) == 0.0));
}

TEST_CASE("mean_squared_error: a result that meets its target but for rounding has loss 0") {
  const arma::mat Y{{0.1 + 0.2, 1.0}}, T{{0.3, 1.0}};
  REQUIRE(Y(0, 0) != T(0, 0));
  CHECK(mean_squared_error(Y, T) == 0.0);
  CHECK(arma::all(arma::vectorise(mean_squared_error_gradient(Y, T)) == 0.0));
}

TEST_CASE("softmax_gradient: refuses slopes of another shape") {
  CHECK_REFUSED(softmax_gradient(arma::ones(2, 2), arma::ones(2, 3)),
                "dA must be 2 x 2, but it is 2 x 3.");
}

TEST_CASE("mean_squared_error: by hand, and its slope") {
  const arma::mat Y{{1, 2}, {0, 4}}, T{{1, 0}, {1, 1}};
  CHECK(mean_squared_error(Y, T) == (0.0 + 4 + 1 + 9) / 4);
  CHECK(difference(mean_squared_error_gradient(Y, T), {{0, 1}, {-.5, 1.5}}, 0.0) == "");
  CHECK(difference(mean_squared_error_gradient(Y, T),
                   slopes_of([&T](auto& X) { return mean_squared_error(X, T); }, Y),
                   kOfDifferences) == "");
}

TEST_CASE("mean_squared_error: refuses a target of another shape, and overflow") {
  CHECK_REFUSED(mean_squared_error(arma::ones(2, 2), arma::ones(2, 3)),
                "T must be 2 x 2, but it is 2 x 3.");
  CHECK_REFUSED(mean_squared_error_gradient(arma::ones(2, 2), arma::ones(1, 2)),
                "T must be 2 x 2, but it is 1 x 2.");
  CHECK_REFUSED(
      mean_squared_error(single_cell(1e200), single_cell(0)),
      "the loss overflows: its entries do not fit a double-precision number. Use smaller numbers.");
}

TEST_CASE("rotated_back: undoes a rotation, and is its gradient") {
  std::mt19937 draws(3);
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
    const arma::mat X = random_matrix(draws, 3, 4), dY = random_matrix(draws, 3, 4),
                    angles = rotation_angles(first_positions(3), 4);
    CHECK(difference(rotated_back(rotated(X, angles, pairing), angles, pairing), X) == "");
    const auto loss = [&](const arma::mat& rows) {
      return arma::accu(dY % rotated(rows, angles, pairing));
    };
    CHECK(difference(rotated_back(dY, angles, pairing), slopes_of(loss, X), kOfDifferences) == "");
  }
  // A quarter turn: the first column gets what the second had.
  CHECK(difference(rotated_back({{3, 5}}, single_cell(arma::datum::pi / 2), Pairing::interleaved),
                   {{5, -3}}) == "");
}

TEST_CASE("softmax_jacobian_norms: two keys by hand") {
  // J = a₁ a₂ [1 −1; −1 1], whose norm is 2 a₁ a₂.
  const arma::vec norms = softmax_jacobian_norms({{.5, .5}, {.9, .1}, {1, 0}});
  CHECK(norms(0) == Approx(.5));
  CHECK(norms(1) == Approx(.18));
  CHECK(norms(2) == 0.0);
}

TEST_CASE("softmax_jacobian_norms: equals the norm of the whole Jacobian") {
  const arma::mat A = softmax_rows({{.3, -1.2, 2.0, .7}, {0, 0, 0, 0}, {9, 1, -4, 8.5}});
  const arma::vec norms = softmax_jacobian_norms(A);
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    const arma::rowvec a = A.row(i);
    const arma::mat J = arma::diagmat(a) - a.t() * a;
    CHECK(norms(i) == Approx(arma::norm(J, "fro")).epsilon(1e-12));
  }
  CHECK(norms(1) == Approx(std::sqrt(3.0) / 4.0));  // √(n − 1) / n
}
