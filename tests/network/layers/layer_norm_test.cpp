#include "network/layers/layer_norm.hpp"

#include <algorithm>
#include <cmath>

#include "network/five_points.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

template <class Real>
LayerNorm<Real> norm_layer(Parameters<Real>& all, std::size_t d) {
  return {all.add("gamma", d, Start::uniform(2)), all.add("beta", d, Start::uniform(1))};
}

// As a model begins.
template <class Real>
LayerNorm<Real> plain_norm(Parameters<Real>& all, std::size_t d) {
  return {all.add("gamma", d, Start::ones()), all.add("beta", d, Start::zeros())};
}

}  // namespace

TEST_CASE("LayerNorm: by hand", "[network][layer_norm]") {
  // 1 2 3 6 has mean 3 and variance (4 + 1 + 0 + 9) / 4 = 3.5.
  Workers workers(1);
  Parameters<double> all(1);
  const LayerNorm<double> layer = plain_norm(all, 4);
  set_rows(layer.gamma.value(), {1, 1, 2, 1});
  set_rows(layer.beta.value(), {0, 0, 0, 5});
  const RowMatrix<double> X(1, 4, {1, 2, 3, 6});
  RowMatrix<double> Y(1, 4);
  RowMoments<double> moments;
  layer.forward(workers, X, Y, &moments);
  const double r = 1 / std::sqrt(3.5 + 1e-5);
  CHECK(moments.mean == 3);
  CHECK(moments.rate == Approx(r).epsilon(1e-15));
  CHECK(difference(matrix_of(Y), {{-2 * r, -r, 0, 3 * r + 5}}) == "");

  // dy = 1 0 1 0: g = 1 0 2 0 has mean 3/4; g x̂ = −2r 0 0 0 has mean −r/2.
  const RowMatrix<double> dY(1, 4, {1, 0, 1, 0});
  RowMatrix<double> dX(1, 4);
  layer.backward(workers, X, &moments, dY, dX);
  const double h = r * r / 2;  // −x̂ mean(g x̂) is h times −2 −1 0 3
  const arma::mat dx{{1 - 0.75 - 2 * h, -0.75 - h, 2 - 0.75, -0.75 + 3 * h}};
  CHECK(difference(matrix_of(dX), r * dx) == "");
  CHECK(difference(matrix_of(layer.gamma.gradient()), {{-2 * r, 0, 0, 0}}) == "");
  CHECK(difference(matrix_of(layer.beta.gradient()), {{1, 0, 1, 0}}) == "");
}

TEST_CASE("LayerNorm: every row gets mean 0 and variance 1", "[network][layer_norm]") {
  Workers workers(1);
  Parameters<double> all(1);
  const LayerNorm<double> layer = plain_norm(all, 19);
  RowMatrix<double> X = random_rows(2, 6, 19), Y(6, 19);
  for (double& x : X.numbers) x = 100 * x + 1000;
  std::vector<RowMoments<double>> moments(6);
  layer.forward(workers, X, Y, moments.data());
  const arma::mat y = matrix_of(Y);
  CHECK(arma::abs(arma::mean(y, 1)).max() < 1e-12);
  CHECK(arma::abs(arma::var(y, 1, 1) - 1).max() < 1e-7);  // ε takes 1e-5 of 3,000
}

TEST_CASE("LayerNorm: equal numbers become 0, not NaN", "[network][layer_norm]") {
  Workers workers(1);
  Parameters<float> all(1);
  const LayerNorm<float> layer = plain_norm(all, 8);
  const RowMatrix<float> X(1, 8, std::vector<float>(8, 0.1F));
  RowMatrix<float> Y(1, 8);
  RowMoments<float> moments;
  layer.forward(workers, X, Y, &moments);
  CHECK(moments.rate == Approx(1 / std::sqrt(1e-5)));
  CHECK(difference(matrix_of(Y), arma::zeros(1, 8), 1e-5) == "");
}

TEST_CASE("LayerNorm: numbers that differ little beside their size", "[network][layer_norm]") {
  // Of these a float knows the mean to 0.003 alone: what hangs on its square is lost.
  Workers workers(1);
  Parameters<float> all(1);
  const LayerNorm<float> layer = plain_norm(all, 3);
  const RowMatrix<float> X(1, 3, {100000, 100000, 100001});
  RowMatrix<float> Y(1, 3);
  RowMoments<float> moments;
  layer.forward(workers, X, Y, &moments);
  const double low = -std::sqrt(0.5);  // a third less than the mean, over √(2/9)
  CHECK(difference(matrix_of(Y), {{low, low, -2 * low}}, 0.02) == "");
}

TEST_CASE("LayerNorm: what moves a row, or makes it longer, has no gradient",
          "[network][layer_norm]") {
  Workers workers(1);
  Parameters<double> all(5);
  const LayerNorm<double> layer = norm_layer(all, 11);
  RowMatrix<double> X = random_rows(1, 4, 11), Y(4, 11), dX(4, 11);
  for (double& x : X.numbers) x *= 1000;  // beside which ε is nothing
  std::vector<RowMoments<double>> moments(4);
  layer.forward(workers, X, Y, moments.data());
  layer.backward(workers, X, moments.data(), random_rows(2, 4, 11), dX);
  const arma::mat x = matrix_of(X), dx = matrix_of(dX);
  CHECK(arma::abs(dx).max() > 1e-4);
  CHECK(arma::abs(arma::sum(dx, 1)).max() < 1e-15);
  const arma::mat centred = x.each_col() - arma::vec(arma::mean(x, 1));
  CHECK(arma::abs(arma::sum(dx % centred, 1)).max() < 1e-9);
}

TEST_CASE("LayerNorm: differences agree, and dX may be dY", "[network][layer_norm]") {
  for (const std::size_t d : {5U, 8U, 21U}) {
    CAPTURE(d);
    Workers workers(1);
    Parameters<double> all(3);
    const LayerNorm<double> layer = norm_layer(all, d);
    RowMatrix<double> X = random_rows(1, 5, d), Y(5, d);
    const RowMatrix<double> R = random_rows(2, 5, d);
    std::vector<RowMoments<double>> moments(5);
    const auto loss = [&] {
      layer.forward(workers, X, Y, moments.data());
      return weighted_sum(R, Y);
    };
    loss();
    RowMatrix<double> dX = R;
    layer.backward(workers, X, moments.data(), dX, dX);
    std::vector<ClaimedGradient> claims = claims_of(all);
    claims.emplace_back("X", X, dX);
    CHECK(gradient_fault(claims, loss) == "");
  }
}

TEST_CASE("LayerNorm: cut into pieces, the same digits for any number of threads",
          "[network][layer_norm][threads]") {
  constexpr std::size_t kRows = 1500, kCols = 200;
  REQUIRE(n_pieces(25.0 * kRows * kCols, kCols / 16) >= 2);
  const RowMatrix<float> X = random_rows<float>(1, kRows, kCols),
                         dY = random_rows<float>(2, kRows, kCols);
  std::vector<float> of_one;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    Workers workers(n_threads);
    Parameters<float> all(4);
    const LayerNorm<float> layer = norm_layer(all, kCols);
    RowMatrix<float> Y(kRows, kCols), dX(kRows, kCols), last(2, kCols);
    std::vector<RowMoments<float>> moments(kRows);
    layer.forward(workers, X, Y, moments.data());
    layer.backward(workers, X, moments.data(), dY, dX);
    const std::vector<float> results = joined({Y.numbers, dX.numbers, all.gradients});
    if (n_threads == 1) of_one = results;
    CHECK((results == of_one));
    // Two rows by themselves, too.
    layer.forward(workers, X.rows().rows(kRows - 2, 2), last, moments.data());
    CHECK(std::equal(last.numbers.rbegin(), last.numbers.rend(), Y.numbers.rbegin()));
  }
  const arma::rowvec of_beta = arma::sum(matrix_of(dY), 0);
  const std::vector<float> d_beta(of_one.end() - kCols, of_one.end());
  CHECK(difference(arma::conv_to<arma::rowvec>::from(d_beta), of_beta, 1e-3) == "");
}
