#include "network/layers/pooling.hpp"

#include <cmath>

#include "network/five_points.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

using Lengths = std::vector<std::uint32_t>;

const RowMatrix<double> kSixTokens(6, 2, {1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60});

arma::mat pooled(PoolKind kind, const RowMatrix<double>& X, const Lengths& lengths) {
  RowMatrix<double> P(2, X.n_cols);
  Poolings<double>::forward(kind, X, lengths, P);
  return matrix_of(P);
}

}  // namespace

TEST_CASE("Poolings: by hand, two sequences of three tokens", "[network][pooling]") {
  CHECK(difference(pooled(PoolKind::mean, kSixTokens, {}), {{3, 4}, {30, 40}}) == "");
  CHECK(difference(pooled(PoolKind::mean, kSixTokens, {2, 1}), {{2, 3}, {10, 20}}) == "");
  CHECK(difference(pooled(PoolKind::last, kSixTokens, {}), {{5, 6}, {50, 60}}) == "");
  CHECK(difference(pooled(PoolKind::last, kSixTokens, {2, 1}), {{3, 4}, {10, 20}}) == "");
}

TEST_CASE("Poolings: the gradient by hand", "[network][pooling]") {
  const RowMatrix<double> dP(2, 1, {6, 12});
  RowMatrix<double> dX(6, 1, std::vector<double>(6, 77.0));
  const auto gradient = [&](PoolKind kind, const Lengths& lengths) {
    Poolings<double>::backward(kind, dP, lengths, dX);
    return matrix_of(dX);
  };
  CHECK(difference(gradient(PoolKind::mean, {}), arma::vec{2, 2, 2, 4, 4, 4}) == "");
  CHECK(difference(gradient(PoolKind::mean, {2, 1}), arma::vec{3, 3, 0, 12, 0, 0}) == "");
  CHECK(difference(gradient(PoolKind::last, {}), arma::vec{0, 0, 6, 0, 0, 12}) == "");
  CHECK(difference(gradient(PoolKind::last, {2, 1}), arma::vec{0, 6, 0, 12, 0, 0}) == "");
}

TEST_CASE("Poolings: differences agree", "[network][pooling]") {
  const RowMatrix<double> R = random_rows(2, 2, 3);
  for (const Named<PoolKind>& kind : kPoolKinds)
    for (const Lengths& lengths : {Lengths{}, Lengths{5, 2}, Lengths{1, 4}}) {
      CAPTURE(kind.name);
      RowMatrix<double> X = random_rows(1, 10, 3), dX(10, 3), P(2, 3);
      const auto loss = [&] {
        Poolings<double>::forward(kind.value, X, lengths, P);
        return weighted_sum(R, P);
      };
      Poolings<double>::backward(kind.value, R, lengths, dX);
      CHECK(gradient_fault({{"X", X, dX}}, loss) == "");
    }
}

TEST_CASE("Poolings: padding counts for nothing, not even NaN", "[network][pooling]") {
  RowMatrix<double> X = kSixTokens;
  X.rows()(2, 0) = X.rows()(4, 1) = X.rows()(5, 0) = std::nan("");
  for (const Named<PoolKind>& kind : kPoolKinds)
    CHECK(difference(pooled(kind.value, X, {2, 1}), pooled(kind.value, kSixTokens, {2, 1})) == "");
}

TEST_CASE("Poolings: a length that cannot be is the nearest that can", "[network][pooling]") {
  for (const Named<PoolKind>& kind : kPoolKinds) {
    CHECK(same(pooled(kind.value, kSixTokens, {0, 9}), pooled(kind.value, kSixTokens, {1, 3})));
    RowMatrix<double> a(6, 2), b(6, 2);
    const RowMatrix<double> dP = random_rows(1, 2, 2);
    Poolings<double>::backward(kind.value, dP, Lengths{0, 9}, a);
    Poolings<double>::backward(kind.value, dP, Lengths{1, 3}, b);
    CHECK((a.numbers == b.numbers));
  }
}
