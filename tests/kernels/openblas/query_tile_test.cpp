#include "kernels/openblas/query_tile.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support/attention_heads.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// Everything that was compiled and this processor can run, one after the other; afterwards the best
// one again.
template <class Check>
void for_each_target(const Check& check) {
  const std::vector<std::string> targets = vector_targets();
  for (const std::string& target : targets) {
    hold_vectors_to(target);
    CAPTURE(target);
    REQUIRE(vector_target() == target);
    check();
  }
  hold_vectors_to(targets.front());
}

// How many units in the last place of y lie between it and the truth.
template <class Real>
double units_apart(Real y, long double truth) {
  const Real unit = std::nextafter(y, std::numeric_limits<Real>::infinity()) - y;
  return static_cast<double>(std::abs((static_cast<long double>(y) - truth) / unit));
}

}  // namespace

TEMPLATE_TEST_CASE("powers_of_two: within 2 units in the last place, whatever the processor",
                   "[kernels][exp2]", double, float) {
  const TestType lowest = sizeof(TestType) == sizeof(double) ? -1022 : -126;
  std::vector<TestType> x;
  for (int i = 0; i <= 20000; ++i) x.push_back(lowest * static_cast<TestType>(i) / 20000);
  for (int i = 0; i <= 2000; ++i) x.push_back(-static_cast<TestType>(i) / 1000);
  for_each_target([&] {
    std::vector<TestType> y(x.size());
    powers_of_two(x.data(), y.data(), x.size());
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      worst = std::max(worst, units_apart(y[i], std::exp2(static_cast<long double>(x[i]))));
    CHECK(worst <= 2);
    CHECK(y[0] == 1);
  });
}

TEMPLATE_TEST_CASE("powers_of_two: what vanishes is 0, NaN stays", "[kernels][exp2]", double,
                   float) {
  const TestType infinity = std::numeric_limits<TestType>::infinity();
  const std::vector<TestType> x{
      -infinity,
      std::numeric_limits<TestType>::lowest(),
      -1e6F,
      sizeof(TestType) == sizeof(double) ? TestType(-1023) : TestType(-127),
      std::numeric_limits<TestType>::quiet_NaN(),
      static_cast<TestType>(-std::nan("0x12345")),
      0};
  for_each_target([&] {
    std::vector<TestType> y(x.size(), 5);
    powers_of_two(x.data(), y.data(), x.size());
    for (std::size_t i = 0; i < 4; ++i) CHECK(y[i] == 0);
    CHECK(std::isnan(y[4]));
    CHECK(std::isnan(y[5]));
    CHECK(y[6] == 1);
  });
}

TEMPLATE_TEST_CASE("fused_attention: agrees with the reference, whatever the processor",
                   "[kernels][fused][targets]", double, float) {
  for_each_target([&] {
    for (const arma::uword n : {1, 5, 60, 130}) {
      const HeadsCase sizes{.n_q = n, .n_k = n + 3, .heads = {2, 1}, .d_k = 12, .d_v = 9};
      CAPTURE(n);
      CHECK(fused_error<TestType>(sizes, usual_options(sizes)) < kFusedTolerance<TestType>);
      CHECK(fused_error<TestType>(sizes, usual_options(sizes, {.causal = true, .window = 20})) <
            kFusedTolerance<TestType>);
    }
    HeadsInput<TestType> input({.n_q = 9, .n_k = 9});
    input.K(4, 0) = std::numeric_limits<TestType>::quiet_NaN();
    const auto O = fused_attention(input.Q, input.K, input.V, FusedOptions{});
    CHECK(arma::find_nan(O).eval().n_elem == 9);
  });
}

TEST_CASE("vector_target: names the instructions in use", "[kernels][facts]") {
  CHECK_FALSE(vector_target().empty());
  CHECK(queries_in_block<float>() >= queries_in_block<double>());
}

TEST_CASE("vector_target: the best that the processor has, unless it is held to another",
          "[kernels][targets]") {
  const std::vector<std::string> targets = vector_targets();
  CHECK(vector_target() == targets.front());
  hold_vectors_to(targets.back());
  CHECK(vector_target() == targets.back());
  hold_vectors_to(targets.front());
  CHECK(vector_target() == targets.front());
}

TEST_CASE("hold_vectors_to: refuses instructions that there are none of, and names what there is",
          "[kernels][targets][error]") {
  try {
    hold_vectors_to("MMX");
    FAIL("it was accepted");
  } catch (const std::invalid_argument& refusal) {
    const std::string text = refusal.what();
    CHECK(text.starts_with("there is no vector target MMX; this processor has "));
    for (const std::string& target : vector_targets()) CHECK(text.find(target) != text.npos);
  }
}
