#include "network/draws.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

constexpr std::uint32_t kMany = 100000;

std::vector<double> uniforms(const Draws& draws) {
  std::vector<double> x(kMany);
  for (std::uint32_t i = 0; i < kMany; ++i) x[i] = static_cast<double>(draws.uniform(i));
  return x;
}

std::vector<double> normals(const Draws& draws) {
  std::vector<double> x(kMany);
  fill_normal(draws, x.data(), x.size());
  return x;
}

// How far x_i and y_(i + shift) go together: 0 ± 1/√n where they are independent.
double correlation(const std::vector<double>& x, const std::vector<double>& y,
                   std::size_t shift = 0) {
  const std::size_t n = x.size() - shift;
  double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < n; ++i) mean_x += x[i], mean_y += y[i + shift];
  mean_x /= static_cast<double>(n);
  mean_y /= static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double a = x[i] - mean_x, b = y[i + shift] - mean_y;
    xx += a * a, yy += b * b, xy += a * b;
  }
  return xy / std::sqrt(xx * yy);
}

std::vector<double> squared(std::vector<double> x) {
  for (double& number : x) number *= number;
  return x;
}

const double kFourDeviations = 4.0 / std::sqrt(static_cast<double>(kMany));

}  // namespace

TEST_CASE("Draws: a number is known by its place") {
  const Draws draws(7, 3, kDropout), again(7, 3, kDropout);
  for (const std::uint32_t i : {900U, 0U, 17U, 0xFFFFFFFFU, 17U})
    CHECK(draws.bits(i) == again.bits(i));
}

TEST_CASE("Draws: seed, step and purpose each give other numbers") {
  std::set<std::uint32_t> first;
  std::size_t n = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    for (std::uint64_t step = 0; step < 8; ++step)
      for (std::uint64_t purpose = 0; purpose < 8; ++purpose, ++n)
        first.insert(Draws(seed, step, purpose).bits(5));
  CHECK(first.size() == n);
}

TEST_CASE("Draws: every bit is set half of the time") {
  const Draws draws(42, 1, kTrainingData);
  std::array<int, 32> n_set{};
  for (std::uint32_t i = 0; i < kMany; ++i)
    for (std::uint32_t bit = 0; bit < 32; ++bit) n_set[bit] += (draws.bits(i) >> bit) & 1U;
  // Each is kMany/2 ± √kMany/2.
  for (const int n : n_set) CHECK(std::abs(n - 50000) < 4 * 158);
}

TEST_CASE("Draws::uniform: even in [0, 1)") {
  const std::vector<double> x = uniforms(Draws(1, 0, kStartingValues));
  std::array<int, 100> n_in{};
  REQUIRE(*std::min_element(x.begin(), x.end()) >= 0.0);
  REQUIRE(*std::max_element(x.begin(), x.end()) < 1.0);
  for (const double number : x) ++n_in[static_cast<std::size_t>(number * 100)];
  double chi_squared = 0;  // 99 ± 14
  for (const int n : n_in) chi_squared += (n - 1000.0) * (n - 1000.0) / 1000.0;
  CHECK(chi_squared < 99 + 4 * 14);
  CHECK(chi_squared > 99 - 4 * 14);
  for (const std::size_t shift : {1U, 2U, 3U, 64U, 128U, 1000U})
    CHECK(std::abs(correlation(x, x, shift)) < kFourDeviations);
}

TEST_CASE("Draws::uniform: neighbouring seeds, steps and purposes go their own ways") {
  const std::vector<double> x = uniforms(Draws(42, 10, kDropout));
  for (const Draws& other : {Draws(43, 10, kDropout), Draws(42, 11, kDropout),
                             Draws(42, 10, kDropout + 1), Draws(10, 42, kDropout)})
    for (const std::size_t shift : {0U, 1U, 2U})
      CHECK(std::abs(correlation(x, uniforms(other), shift)) < kFourDeviations);
}

TEST_CASE("Draws::below: each whole number equally often") {
  const Draws draws(3, 0, kShuffling);
  for (const std::uint32_t n : {1U, 2U, 7U, 10U}) {
    std::vector<int> n_drawn(n);
    for (std::uint32_t i = 0; i < kMany; ++i) ++n_drawn.at(draws.below(n, i));
    const double expected = static_cast<double>(kMany) / n;
    for (const int count : n_drawn) CHECK(std::abs(count - expected) < 4 * std::sqrt(expected));
  }
  CHECK(draws.below(0x80000000U, 9) == draws.bits(9) >> 1U);
}

TEST_CASE("fill_normal: Box and Muller's transform of two draws") {
  const Draws draws(8, 1, kTrainingData);
  std::vector<double> x(kMany), expected(kMany);
  fill_normal(draws, x.data(), x.size());
  for (std::uint32_t i = 0; i < kMany; i += 2) {
    const double u = static_cast<double>(draws.uniform(i)) + 0x1p-25;
    const double t = 2 * std::numbers::pi * (static_cast<double>(draws.uniform(i + 1)) - 0.5);
    const double r = std::sqrt(-2 * std::log(u));
    expected[i] = r * std::cos(t);
    expected[i + 1] = r * std::sin(t);
  }
  CHECK(difference(arma::vec(x), arma::vec(expected), 1e-5) == "");
}

TEST_CASE("fill_normal: the moments of the normal distribution") {
  const std::vector<double> x = normals(Draws(42, 0, kTrainingData));
  double mean = 0, variance = 0, third = 0, fourth = 0;
  for (const double number : x) mean += number / kMany;
  for (const double number : x) {
    const double d = number - mean;
    variance += d * d / kMany;
    third += d * d * d / kMany;
    fourth += d * d * d * d / kMany;
  }
  CHECK(std::abs(mean) < kFourDeviations);
  CHECK(std::abs(variance - 1) < std::sqrt(2.0) * kFourDeviations);
  CHECK(std::abs(third) < std::sqrt(15.0) * kFourDeviations);
  CHECK(std::abs(fourth / (variance * variance) - 3) < std::sqrt(24.0) * kFourDeviations);
  // Beyond 1, 2 and 3 deviations lie 31.7 %, 4.55 % and 0.27 %.
  const auto beyond = [&](double bound) {
    return std::count_if(x.begin(), x.end(), [&](double a) { return std::abs(a) > bound; });
  };
  CHECK(std::abs(static_cast<double>(beyond(1)) - 31731) < 4 * std::sqrt(31731.0));
  CHECK(std::abs(static_cast<double>(beyond(2)) - 4550) < 4 * std::sqrt(4550.0));
  CHECK(std::abs(static_cast<double>(beyond(3)) - 270) < 4 * std::sqrt(270.0));
}

TEST_CASE("fill_normal: neighbours and other seeds are independent") {
  const std::vector<double> x = normals(Draws(42, 0, kTrainingData));
  const std::vector<double> other = normals(Draws(43, 0, kTrainingData));
  // Squares, too: the two numbers of a pair have their length in common.
  for (const std::size_t shift : {1U, 2U, 64U, 128U}) {
    CHECK(std::abs(correlation(x, x, shift)) < kFourDeviations);
    CHECK(std::abs(correlation(squared(x), squared(x), shift)) < kFourDeviations);
  }
  CHECK(std::abs(correlation(x, other)) < kFourDeviations);
  CHECK(std::abs(correlation(squared(x), squared(other))) < kFourDeviations);
}

TEST_CASE("fill_normal: how many are asked for changes none of them") {
  const Draws draws(5, 6, kHeldOutData);
  std::vector<float> all(300);
  fill_normal(draws, all.data(), all.size());
  for (const std::size_t n : {0U, 1U, 2U, 63U, 127U, 128U, 129U, 257U}) {
    std::vector<float> few(n + 1, -99.0F);
    fill_normal(draws, few.data(), n);
    CHECK(std::equal(few.begin(), few.end() - 1, all.begin()));
    CHECK(few[n] == -99.0F);
  }
  std::vector<double> in_double(300);
  fill_normal(draws, in_double.data(), in_double.size());
  CHECK(std::equal(all.begin(), all.end(), in_double.begin(),
                   [](float a, double b) { return static_cast<double>(a) == b; }));
}
