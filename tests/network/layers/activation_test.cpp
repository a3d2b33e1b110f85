#include "network/layers/activation.hpp"

#include <cmath>

#include "network/five_points.hpp"
#include "network/purposes.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

template <class Real>
arma::vec bent(ActivationKind kind, const std::vector<Real>& x) {
  Workers workers(1);
  RowMatrix<Real> X(x.size(), 1, x), Y(x.size(), 1);
  Activations<Real>::forward(workers, kind, {}, X, Y);
  return matrix_of(Y);
}

// Numbers that keep away from the corner of ReLU.
RowMatrix<double> away_from_0(std::size_t n_rows, std::size_t n_cols) {
  RowMatrix<double> X = random_rows(1, n_rows, n_cols);
  for (double& x : X.numbers) x = 3 * x + (x > 0 ? 0.02 : -0.02);
  return X;
}

const Dropout kThird{1.0 / 3, Draws(1, 2, kDropout)};

}  // namespace

TEST_CASE("Activations: by hand", "[network][activation]") {
  CHECK(difference(bent<double>(ActivationKind::relu, {-2, 0, 3}), arma::vec{0, 0, 3}) == "");
  // Φ(1) = 0.8413447460685429, Φ(−2) = 0.0227501319481792
  CHECK(difference(bent<double>(ActivationKind::gelu, {0, 1, -1, -2}),
                   arma::vec{0, 0.8413447460685429, -0.1586552539314571, -0.0455002638963584}) ==
        "");
  // tanh(0.7978845608 · 1.044715) = 0.6823839812165536
  CHECK(difference(bent<double>(ActivationKind::gelu_tanh, {0, 1, -1}),
                   arma::vec{0, 0.8411919906082768, -0.1588080093917232}) == "");
}

TEST_CASE("Activations: the corner of ReLU has gradient 0, as in PyTorch",
          "[network][activation]") {
  Workers workers(1);
  const RowMatrix<double> dY(1, 3, {5, 5, 5});
  RowMatrix<double> X(1, 3, {-1, 0, 1}), Y(1, 3), dX(1, 3);
  Activations<double>::forward(workers, ActivationKind::relu, {}, X, Y);
  Activations<double>::backward(workers, {}, X, dY, dX);
  CHECK(difference(matrix_of(dX), {{0, 0, 5}}) == "");
}

TEST_CASE("Activations: GELU by tanh is near the exact one, and both are x far out",
          "[network][activation]") {
  std::vector<double> x;
  for (int i = -100; i <= 100; ++i) x.push_back(i / 10.0);
  const arma::vec exact = bent(ActivationKind::gelu, x),
                  by_tanh = bent(ActivationKind::gelu_tanh, x);
  CHECK(difference(by_tanh, exact, 5e-4) == "");
  CHECK(difference(by_tanh, exact, 4e-4) != "");  // two functions, after all
  CHECK(exact(200) == 10);
  CHECK(std::abs(exact(0)) < 1e-12);
}

TEST_CASE("Activations: float is near double", "[network][activation]") {
  std::vector<double> x;
  for (int i = -800; i <= 800; ++i) x.push_back(i / 64.0);
  const std::vector<float> x_float(x.begin(), x.end());
  for (const Named<ActivationKind>& kind : kActivations) {
    CAPTURE(kind.name);
    CHECK(difference(bent(kind.value, x_float), bent(kind.value, x), 2e-6) == "");
  }
}

TEST_CASE("Activations: differences agree, and dX may be dY", "[network][activation]") {
  Workers workers(1);
  const RowMatrix<double> R = random_rows(2, 6, 9);
  for (const Named<ActivationKind>& kind : kActivations)
    for (const Dropout& dropout : {Dropout{}, kThird}) {
      CAPTURE(kind.name, dropout.p);
      RowMatrix<double> X = away_from_0(6, 9), Y(6, 9), dX = R;
      RowMatrix<double> slopes;
      const auto loss = [&] {
        slopes = X;
        Activations<double>::forward(workers, kind.value, dropout, slopes, Y);
        return weighted_sum(R, Y);
      };
      loss();
      Activations<double>::backward(workers, dropout, slopes, dX, dX);
      CHECK(gradient_fault({{"X", X, dX}}, loss) == "");
    }
}

TEST_CASE("Activations: dropout comes after, at the place of a number", "[network][activation]") {
  Workers workers(1);
  RowMatrix<double> X = away_from_0(6, 9), same_X = X, plain(6, 9), dropped(6, 9);
  Activations<double>::forward(workers, ActivationKind::gelu, {}, X, plain);
  Activations<double>::forward(workers, ActivationKind::gelu, kThird, same_X, dropped);
  kThird.apply(plain.numbers.data(), plain.numbers.size(), 0);
  CHECK((dropped.numbers == plain.numbers));
}

TEST_CASE("Activations: the same digits for any number of threads",
          "[network][activation][threads]") {
  constexpr std::size_t kRows = 1700, kCols = 250;
  REQUIRE(n_pieces(10.0 * kRows * kCols, kRows) >= 2);
  const RowMatrix<float> dY = random_rows<float>(2, kRows, kCols);
  std::vector<float> of_one;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    Workers workers(n_threads);
    RowMatrix<float> X = random_rows<float>(1, kRows, kCols), Y(kRows, kCols), dX(kRows, kCols);
    Activations<float>::forward(workers, ActivationKind::gelu_tanh, kThird, X, Y);
    Activations<float>::backward(workers, kThird, X, dY, dX);
    const std::vector<float> results = joined({Y.numbers, dX.numbers});
    if (n_threads == 1) of_one = results;
    CHECK((results == of_one));
  }
}
