#include "network/layers/dropout.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "network/purposes.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("Dropout: without a probability everything stays", "[network][dropout]") {
  std::vector<double> x{1, -2, 3};
  Dropout{}.apply(x.data(), x.size(), 0);
  CHECK(x == std::vector<double>{1, -2, 3});
}

TEST_CASE("Dropout: a number becomes 0 or 1/(1 - p) of itself", "[network][dropout]") {
  const Dropout dropout{0.2, Draws(3, 4, kDropout)};
  std::vector<double> x(300, 2.0);
  dropout.apply(x.data(), x.size(), 50);
  for (std::size_t i = 0; i < x.size(); ++i) {
    CHECK(x[i] == 2 * dropout.factor<double>(50 + i));
    CHECK((x[i] == 0 || x[i] == 2.5));
  }
}

TEST_CASE("Dropout: p of the numbers are dropped, and the mean stays", "[network][dropout]") {
  constexpr std::size_t kMany = 100000;
  for (const double p : {0.1, 0.5, 0.9}) {
    CAPTURE(p);
    std::vector<double> x(kMany, 1.0);
    Dropout{p, Draws(1, 2, kDropout)}.apply(x.data(), x.size(), 0);
    const auto n_dropped = static_cast<double>(std::count(x.begin(), x.end(), 0.0));
    const double deviation = std::sqrt(kMany * p * (1 - p));
    CHECK(std::abs(n_dropped - kMany * p) < 4 * deviation);
    double mean = 0;
    for (const double number : x) mean += number / kMany;
    CHECK(std::abs(mean - 1) < 4 * deviation / kMany / (1 - p));
  }
}

TEST_CASE("Dropout: the way back drops the same numbers", "[network][dropout]") {
  const Dropout dropout{0.5, Draws(3, 4, kDropout)};
  std::vector<float> x(500, 1.0F), dx(500, 1.0F), part(100, 1.0F);
  dropout.apply(x.data(), x.size(), 0);
  dropout.apply(dx.data(), dx.size(), 0);
  CHECK(x == dx);
  // Piece by piece as well.
  dropout.apply(part.data(), part.size(), 300);
  CHECK(std::equal(part.begin(), part.end(), x.begin() + 300));
}

TEST_CASE("Dropout: another step drops others", "[network][dropout]") {
  std::vector<float> now(1000, 1.0F), next(1000, 1.0F);
  Dropout{0.5, Draws(3, 4, kDropout)}.apply(now.data(), now.size(), 0);
  Dropout{0.5, Draws(3, 5, kDropout)}.apply(next.data(), next.size(), 0);
  int n_alike = 0;  // half of them: 500 ± 16
  for (std::size_t i = 0; i < now.size(); ++i) n_alike += now[i] == next[i];
  CHECK(std::abs(n_alike - 500) < 4 * 16);
}
