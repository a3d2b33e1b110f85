#include "network/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("Parameters: tensors stand one behind another", "[network][parameters]") {
  Parameters<double> all(1);
  const Parameter<double> W = all.add("W", 2, 3, Start::uniform(1));
  const Parameter<double> b = all.add("b", 3, Start::zeros());
  CHECK(all.size() == 9);
  REQUIRE(all.tensors().size() == 2);
  CHECK(all.tensors()[0].name == "W");
  CHECK_FALSE(all.tensors()[0].is_vector);
  CHECK(all.tensors()[1].name == "b");
  CHECK(all.tensors()[1].is_vector);
  CHECK(all.tensors()[1].first == 6);
  W.value()(1, 2) = 5;
  CHECK(all.values[5] == 5);
  b.gradient()(0, 1) = 4;
  CHECK(all.gradients[7] == 4);
  CHECK(all.gradient_of(all.tensors()[1])(0, 1) == 4);
  all.clear_gradients();
  CHECK(all.gradients == std::vector<double>(9, 0.0));
  CHECK(all.values[5] == 5);
}

TEST_CASE("Parameter: one that was never added does not exist", "[network][parameters]") {
  Parameters<float> all(1);
  CHECK_FALSE(Parameter<float>().exists());
  CHECK(all.add("W", 1, 1, Start::zeros()).exists());
}

TEST_CASE("Start: constants, even numbers, normal numbers", "[network][parameters]") {
  constexpr std::size_t kRows = 100, kCols = 100;
  Parameters<double> all(3);
  const auto numbers = [&](Start start) {
    const Rows<double> x = all.add("x", kRows, kCols, start).value();
    return std::vector<double>(x.data, x.data + x.size());
  };
  CHECK(numbers(Start::zeros()) == std::vector<double>(kRows * kCols, 0.0));
  CHECK(numbers(Start::ones()) == std::vector<double>(kRows * kCols, 1.0));

  // ±0.3, evenly: mean 0 ± 0.0017, and a variance of 0.3²/3.
  const arma::vec even(numbers(Start::uniform(0.3)));
  CHECK(even.min() >= -0.3);
  CHECK(even.min() < -0.299);
  CHECK(even.max() < 0.3);
  CHECK(even.max() > 0.299);
  CHECK(std::abs(arma::mean(even)) < 4 * 0.0018);
  CHECK(arma::var(even) == Approx(0.03).epsilon(0.05));

  const arma::vec normal(numbers(Start::normal(0.02)));
  CHECK(std::abs(arma::mean(normal)) < 4 * 0.0002);
  CHECK(arma::stddev(normal) == Approx(0.02).epsilon(0.03));
  CHECK(normal.max() > 0.06);
}

TEST_CASE("Parameters: the start hangs on the seed and the place of a tensor",
          "[network][parameters]") {
  const auto begun = [](std::uint64_t seed) {
    Parameters<double> all(seed);
    all.add("first", 2, 2, Start::uniform(1));
    all.add("second", 2, 2, Start::uniform(1));
    return all.values;
  };
  CHECK(begun(1) == begun(1));
  CHECK(begun(1) != begun(2));
  const std::vector<double> values = begun(1);
  CHECK_FALSE(std::equal(values.begin(), values.begin() + 4, values.begin() + 4));
}

TEST_CASE("Parameters: float and double begin alike", "[network][parameters]") {
  Parameters<float> in_float(9);
  Parameters<double> in_double(9);
  for (const Start start : {Start::uniform(0.5), Start::normal(0.5)}) {
    in_float.add("x", 3, 50, start);
    in_double.add("x", 3, 50, start);
  }
  double most = 0;
  for (std::size_t i = 0; i < in_float.size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(in_float.values[i]) - in_double.values[i]));
  CHECK(most < 1e-7);
}
