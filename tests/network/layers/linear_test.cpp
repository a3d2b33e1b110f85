#include "network/layers/linear.hpp"

#include "network/five_points.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

template <class Real>
Linear<Real> linear_layer(Parameters<Real>& all, std::size_t d_in, std::size_t d_out,
                          bool has_bias = true) {
  Linear<Real> layer;
  layer.W = all.add("W", d_in, d_out, Start::uniform(1));
  if (has_bias) layer.b = all.add("b", d_out, Start::uniform(1));
  return layer;
}

constexpr std::size_t kLinearRows = 333, kLinearIn = 150, kLinearOut = 210;

}  // namespace

TEST_CASE("Linear: by hand", "[network][linear]") {
  Workers workers(1);
  Parameters<double> all(1);
  const Linear<double> layer = linear_layer(all, 2, 3);
  set_rows(layer.W.value(), {1, 2, 3, 4, 5, 6});
  set_rows(layer.b.value(), {10, 20, 30});
  const RowMatrix<double> X(2, 2, {1, 1, 2, -1}), dY(2, 3, {1, 0, -1, 2, 1, 0});
  RowMatrix<double> Y(2, 3), dX(2, 2);
  layer.forward(workers, X, Y);
  CHECK(difference(matrix_of(Y), {{15, 27, 39}, {8, 19, 30}}) == "");
  layer.backward(workers, X, dY, dX);
  CHECK(difference(matrix_of(dX), {{1 - 3, 4 - 6}, {2 + 2, 8 + 5}}) == "");
  CHECK(difference(matrix_of(layer.W.gradient()), {{5, 2, -1}, {-1, -1, -1}}) == "");
  CHECK(difference(matrix_of(layer.b.gradient()), {{3, 1, -1}}) == "");
}

TEST_CASE("Linear: gradients of parameters add up", "[network][linear]") {
  Workers workers(1);
  Parameters<double> all(1);
  const Linear<double> layer = linear_layer(all, 4, 3);
  const RowMatrix<double> X = random_rows(1, 5, 4), dY = random_rows(2, 5, 3);
  layer.backward(workers, X, dY, {});
  const arma::vec once(all.gradients);
  layer.backward(workers, X, dY, {});
  CHECK(difference(arma::vec(all.gradients), 2 * once) == "");
}

TEST_CASE("Linear: differences agree, with a bias and without", "[network][linear]") {
  for (const bool has_bias : {true, false}) {
    Workers workers(1);
    Parameters<double> all(3);
    const Linear<double> layer = linear_layer(all, 6, 5, has_bias);
    RowMatrix<double> X = random_rows(1, 7, 6), Y(7, 5), dX(7, 6);
    const RowMatrix<double> R = random_rows(2, 7, 5);
    const auto loss = [&] {
      layer.forward(workers, X, Y);
      return weighted_sum(R, Y);
    };
    layer.backward(workers, X, R, dX);
    std::vector<ClaimedGradient> claims = claims_of(all);
    claims.emplace_back("X", X, dX);
    CHECK(gradient_fault(claims, loss) == "");
  }
}

TEST_CASE("Linear: cut into pieces it gives what Armadillo gives", "[network][linear]") {
  REQUIRE(n_pieces(2.0 * kLinearRows * kLinearIn * kLinearOut, kLinearIn / 16) > 2);
  Parameters<double> all(4);
  const Linear<double> layer = linear_layer(all, kLinearIn, kLinearOut);
  const RowMatrix<double> X = random_rows(1, kLinearRows, kLinearIn),
                          dY = random_rows(2, kLinearRows, kLinearOut);
  RowMatrix<double> Y(kLinearRows, kLinearOut), dX(kLinearRows, kLinearIn);
  Workers workers(3);
  layer.forward(workers, X, Y);
  layer.backward(workers, X, dY, dX);
  const arma::mat x = matrix_of(X), dy = matrix_of(dY), W = matrix_of(layer.W.value());
  arma::mat y = x * W;
  y.each_row() += arma::rowvec(matrix_of(layer.b.value()));
  CHECK(difference(matrix_of(Y), y, 1e-11) == "");
  CHECK(difference(matrix_of(dX), dy * W.t(), 1e-11) == "");
  CHECK(difference(matrix_of(layer.W.gradient()), x.t() * dy, 1e-11) == "");
  CHECK(difference(matrix_of(layer.b.gradient()), arma::sum(dy, 0), 1e-11) == "");
}

TEST_CASE("Linear: the same digits for any number of threads", "[network][linear][threads]") {
  const RowMatrix<float> X = random_rows<float>(1, kLinearRows, kLinearIn),
                         dY = random_rows<float>(2, kLinearRows, kLinearOut);
  std::vector<float> of_one;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    Workers workers(n_threads);
    Parameters<float> all(4);
    const Linear<float> layer = linear_layer(all, kLinearIn, kLinearOut);
    RowMatrix<float> Y(kLinearRows, kLinearOut), dX(kLinearRows, kLinearIn);
    layer.forward(workers, X, Y);
    layer.backward(workers, X, dY, dX);
    const std::vector<float> results = joined({Y.numbers, dX.numbers, all.gradients});
    if (n_threads == 1) of_one = results;
    CHECK((results == of_one));
  }
}
