#include "network/layers/loss.hpp"

#include <cmath>
#include <stdexcept>

#include "network/five_points.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

using Targets = std::vector<std::int32_t>;

// The loss with one thread.
template <class Real>
double entropy_loss(Rows<const Real> Z, const Targets& targets, Rows<Real> dZ) {
  Workers workers(1);
  return Losses<Real>::cross_entropy(workers, Z, targets, dZ);
}

}  // namespace

TEST_CASE("cross_entropy: by hand", "[network][loss]") {
  // Probabilities 1/4 1/4 1/2 and 1/3 1/3 1/3; the row between does not count.
  const RowMatrix<double> Z(3, 3, {0, 0, std::log(2.0), 9, 9, 0, 5, 5, 5});
  RowMatrix<double> dZ(3, 3, std::vector<double>(9, 77.0));
  const double loss = entropy_loss<double>(Z, Targets{2, kNoTarget, 0}, dZ);
  CHECK(loss == Approx((std::log(2.0) + std::log(3.0)) / 2).epsilon(1e-15));
  CHECK(difference(matrix_of(dZ),
                   {{1.0 / 8, 1.0 / 8, -1.0 / 4}, {0, 0, 0}, {-1.0 / 3, 1.0 / 6, 1.0 / 6}}) == "");
}

TEST_CASE("cross_entropy: the gradient may take the place of the logits, or be left out",
          "[network][loss]") {
  const RowMatrix<double> Z = random_rows(1, 4, 5);
  const Targets targets{0, 4, kNoTarget, 2};
  RowMatrix<double> dZ(4, 5), in_place = Z;
  const double loss = entropy_loss<double>(Z, targets, dZ);
  CHECK(entropy_loss<double>(in_place, targets, in_place) == loss);
  CHECK((in_place.numbers == dZ.numbers));
  CHECK(entropy_loss<double>(Z, targets, {}) == loss);
}

TEST_CASE("cross_entropy: differences agree, and each row of the gradient sums to 0",
          "[network][loss]") {
  RowMatrix<double> Z = random_rows(1, 6, 7), dZ(6, 7);
  for (double& z : Z.numbers) z *= 4;
  const Targets targets{3, 3, kNoTarget, 0, 6, 1};
  const auto loss = [&] { return entropy_loss<double>(Z, targets, {}); };
  entropy_loss<double>(Z, targets, dZ);
  CHECK(gradient_fault({{"Z", Z, dZ}}, loss) == "");
  CHECK(arma::abs(arma::sum(matrix_of(dZ), 1)).max() < 1e-15);
}

TEST_CASE("cross_entropy: a constant on every logit changes nothing, however large",
          "[network][loss]") {
  for (const float shift : {0.0F, 1e4F, -1e4F, 1e30F}) {
    const RowMatrix<float> Z(1, 2, {shift, shift});
    RowMatrix<float> dZ(1, 2);
    CHECK(entropy_loss<float>(Z, Targets{1}, dZ) == Approx(std::log(2.0)));
    CHECK(dZ.numbers == std::vector<float>{0.5F, -0.5F});
  }
  // Certain and right, certain and wrong.
  const RowMatrix<float> sure(1, 2, {-1000, 1000});
  CHECK(entropy_loss<float>(sure, Targets{1}, {}) == 0);
  CHECK(entropy_loss<float>(sure, Targets{0}, {}) == 2000);
}

TEST_CASE("cross_entropy: float is near double", "[network][loss]") {
  const RowMatrix<double> Z = random_rows(5, 8, 30);
  const RowMatrix<float> Z_float = random_rows<float>(5, 8, 30);
  const Targets targets{0, 5, 29, 7, 7, kNoTarget, 1, 2};
  RowMatrix<double> dZ(8, 30);
  RowMatrix<float> dZ_float(8, 30);
  const double loss = entropy_loss<double>(Z, targets, dZ);
  CHECK(entropy_loss<float>(Z_float, targets, dZ_float) == Approx(loss).epsilon(1e-7));
  CHECK(difference(matrix_of(dZ_float), matrix_of(dZ), 1e-7) == "");
}

TEST_CASE("cross_entropy: refuses a batch in which no target counts", "[network][loss]") {
  const RowMatrix<double> Z = random_rows(1, 2, 3);
  CHECK_THROWS_MATCHES(entropy_loss<double>(Z, Targets{kNoTarget, kNoTarget}, {}),
                       std::invalid_argument, Message("cross_entropy: no target counts"));
  CHECK_THROWS_AS(entropy_loss<float>({}, {}, {}), std::invalid_argument);
}

TEST_CASE("cross_entropy: the same digits for any number of threads", "[network][loss][threads]") {
  constexpr std::size_t kRows = 500, kClasses = 130;
  REQUIRE(n_pieces(100.0 * kRows * kClasses, kRows) >= 3);
  const RowMatrix<float> Z = random_rows<float>(1, kRows, kClasses);
  Targets targets;
  for (std::int32_t i = 0; i < 500; ++i) targets.push_back(i % 9 == 0 ? kNoTarget : i % 130);
  const double of_one = entropy_loss<float>(Z, targets, {});
  for (const unsigned n_threads : {2U, 3U}) {
    Workers workers(n_threads);
    CHECK(Losses<float>::cross_entropy(workers, Z, targets, {}) == of_one);
  }
}

TEST_CASE("mean_squared_error: by hand, over all numbers", "[network][loss]") {
  const RowMatrix<double> Y(2, 2, {1, 2, 3, 4}), T(2, 2, {1, 0, 0, 5});
  RowMatrix<double> dY(2, 2);
  CHECK(Losses<double>::mean_squared_error(Y, T, dY) == 14.0 / 4);
  CHECK(difference(matrix_of(dY), {{0, 1}, {1.5, -0.5}}) == "");
  CHECK(Losses<double>::mean_squared_error(Y, T, {}) == 14.0 / 4);
}

TEST_CASE("mean_squared_error: differences agree, in place as well", "[network][loss]") {
  RowMatrix<double> Y = random_rows(1, 5, 4), dY(5, 4);
  const RowMatrix<double> T = random_rows(2, 5, 4);
  Losses<double>::mean_squared_error(Y, T, dY);
  const auto loss = [&] { return Losses<double>::mean_squared_error(Y, T, {}); };
  CHECK(gradient_fault({{"Y", Y, dY}}, loss) == "");
  RowMatrix<double> in_place = Y;
  Losses<double>::mean_squared_error(in_place, T, in_place);
  CHECK((in_place.numbers == dY.numbers));
}
