#include "pretrained/forward/mlp_activation.hpp"

#include <cmath>
#include <limits>

#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

template <class Real>
double bent(MlpActivation activation, Real x) {
  Workers workers(1);
  RowMatrix<Real> X(1, 1, {x});
  bend<Real>(workers, activation, X);
  return static_cast<double>(X.numbers[0]);
}

// Another way to each: the normal distribution by its complement, σ by tanh.
double by_definition(MlpActivation activation, double x) {
  switch (activation) {
    case MlpActivation::gelu:
      return x * std::erfc(-x / std::sqrt(2.0)) / 2;
    case MlpActivation::gelu_tanh: {
      const double y = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * std::pow(x, 3));
      return x / (1 + std::exp(-2 * y));
    }
    case MlpActivation::silu:
      return x * (1 + std::tanh(x / 2)) / 2;
    case MlpActivation::relu:
      return std::max(x, 0.0);
  }
  return 0.0;
}

constexpr MlpActivation kAll[] = {MlpActivation::gelu, MlpActivation::gelu_tanh,
                                  MlpActivation::silu, MlpActivation::relu};

}  // namespace

TEST_CASE("bend: known values") {
  CHECK(bent(MlpActivation::gelu, 1.0) == Approx(0.8413447460685429).epsilon(1e-14));
  CHECK(bent(MlpActivation::gelu_tanh, 1.0) == Approx(0.8411919906082768).epsilon(1e-14));
  CHECK(bent(MlpActivation::silu, 1.0) == Approx(0.7310585786300049).epsilon(1e-14));
  CHECK(bent(MlpActivation::relu, 1.0) == 1.0);
  for (const MlpActivation activation : kAll) CHECK(bent(activation, 0.0) == 0.0);
}

TEST_CASE("bend: as the definitions have it, far out, too") {
  for (const MlpActivation activation : kAll)
    for (double x = -30.0; x <= 30.0; x += 0.37) {
      const double expected = by_definition(activation, x);
      CHECK(std::abs(bent(activation, x) - expected) <= 1e-14 * (1 + std::abs(expected)));
      CHECK(std::abs(bent(activation, static_cast<float>(x)) - expected) <=
            1e-6 * (1 + std::abs(expected)));
    }
  for (const MlpActivation activation : kAll) {
    CHECK(bent(activation, 1e6F) == 1e6);
    CHECK(std::abs(bent(activation, -1e6F)) <= 1e-6);
    CHECK(std::isnan(bent(activation, std::numeric_limits<float>::quiet_NaN())));
    CHECK(std::isnan(bent(activation, std::numeric_limits<double>::quiet_NaN())));
  }
}

TEST_CASE("bend: each number by its gate") {
  Workers workers(3);
  const RowMatrix<double> gates = random_rows(2, 300, 29);
  const RowMatrix<double> before = random_rows(3, 300, 29);
  for (const MlpActivation activation : kAll) {
    RowMatrix<double> X = before, bent_gates = gates;
    bend<double>(workers, activation, X, gates.rows());
    bend<double>(workers, activation, bent_gates);
    CHECK(difference(matrix_of(X), matrix_of(before) % matrix_of(bent_gates)) == "");
  }
}
