#include "pretrained/forward/norm.hpp"

#include <cmath>

#include "network/row_matrix.hpp"
#include "pretrained/stored_tensors.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

const ModelTensors kNoNames{.tokens = {"norm.weight", {}}, .prefixes = {""}};

StoredModel stored_norm(std::size_t width) {
  std::vector<double> gain(width), shift(width);
  for (std::size_t i = 0; i < width; ++i) {
    gain[i] = 1.0 + static_cast<double>(i) / 8;
    shift[i] = static_cast<double>(i % 3) - 1.0;
  }
  const std::string shape = fmt::format("[{}]", width);
  return StoredModel({{"norm.weight", "F16", shape, bytes_as("F16", gain)},
                      {"norm.bias", "F32", shape, bytes_as("F32", shift)}});
}

template <class Real>
RowNorm<Real> norm_of(const StoredModel& model, std::size_t width, bool has_bias, double epsilon) {
  NamedPair names{{"norm.weight", {width}}};
  if (has_bias) names.bias = {"norm.bias", {width}};
  return RowNorm<Real>(WeightSource(model.files(), kNoNames), names, epsilon);
}

}  // namespace

TEST_CASE("RowNorm: numbers worked by hand") {
  const StoredModel model({float64_tensor("norm.weight", "[4]", {1, 2, 1, 4}),
                           float64_tensor("norm.bias", "[4]", {0, 1, 0, -1})});
  Workers workers(1);
  RowMatrix<double> X(1, 4, {-1, 1, -1, 1}), Y(1, 4);
  // The mean is 0 and the variance 1; with ε = 3 all is halved.
  norm_of<double>(model, 4, true, 0.0).apply(workers, X, Y);
  CHECK(Y.numbers == std::vector<double>{-1, 3, -1, 3});
  norm_of<double>(model, 4, true, 3.0).apply(workers, X, Y);
  CHECK(Y.numbers == std::vector<double>{-0.5, 2, -0.5, 1});
  // RMSNorm does not centre: the mean of the squares of 1, 7, 5, 5 is 25.
  X.numbers = {1, 7, 5, 5};
  norm_of<double>(model, 4, false, 0.0).apply(workers, X, X);
  CHECK(difference(matrix_of(X), arma::mat{{0.2, 2.8, 1, 4}}) == "");
}

TEST_CASE("RowNorm: many rows, in place or not, in both types") {
  constexpr std::size_t kWidth = 37;
  const StoredModel model = stored_norm(kWidth);
  const RowNorm<double> norm = norm_of<double>(model, kWidth, true, 1e-5);
  const RowNorm<float> in_float = norm_of<float>(model, kWidth, true, 1e-5);
  CHECK(norm.width() == kWidth);
  Workers workers(3);
  const RowMatrix<double> X = random_rows(1, 900, kWidth);
  const RowMatrix<float> X_in_float = random_rows<float>(1, 900, kWidth);
  RowMatrix<double> Y(900, kWidth), in_place = X;
  RowMatrix<float> Y_in_float(900, kWidth);
  norm.apply(workers, X, Y);
  norm.apply(workers, in_place, in_place);
  in_float.apply(workers, X_in_float, Y_in_float);
  CHECK(Y.numbers == in_place.numbers);
  CHECK(difference(matrix_of(Y_in_float), matrix_of(Y), 2e-5) == "");
  arma::mat expected = matrix_of(X);
  for (arma::uword i = 0; i < expected.n_rows; ++i) {
    const double mean = arma::mean(expected.row(i)), variance = arma::var(expected.row(i), 1);
    for (arma::uword j = 0; j < kWidth; ++j)
      expected(i, j) = (1.0 + static_cast<double>(j) / 8) * (expected(i, j) - mean) /
                           std::sqrt(variance + 1e-5) +
                       static_cast<double>(j % 3) - 1.0;
  }
  CHECK(difference(matrix_of(Y), expected) == "");
}
