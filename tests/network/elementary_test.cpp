#include <algorithm>
#include <limits>
#include <numbers>

#include "network/rows.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();
constexpr float kFloatNaN = std::numeric_limits<float>::quiet_NaN();

// The largest error over a sweep; where `floor` is 1 an absolute one, where it is tiny a relative.
template <class Function, class Truth>
double worst_error(float first, float last, double floor, const Function& f, const Truth& truth) {
  constexpr int kSteps = 20000;
  double worst = 0.0;
  for (int i = 0; i <= kSteps; ++i) {
    const float x = first + (last - first) * static_cast<float>(i) / kSteps;
    const double expected = truth(static_cast<double>(x));
    const double error = std::abs(static_cast<double>(f(x)) - expected);
    worst = std::max(worst, error / std::max(std::abs(expected), floor));
  }
  return worst;
}

}  // namespace

TEST_CASE("elementary::exp: near the C library's", "[network][elementary]") {
  const auto exp = [](float x) { return elementary::exp(x); };
  const auto truth = [](double x) { return std::exp(x); };
  CHECK(worst_error(-87.0F, 88.0F, 0, exp, truth) < 1.5e-7);
  CHECK(worst_error(-1.0F, 1.0F, 0, exp, truth) < 1.5e-7);
  CHECK(elementary::exp(0.0F) == 1.0F);
  CHECK(elementary::exp(1.0) == std::exp(1.0));
}

TEST_CASE("elementary::exp: at its ends", "[network][elementary]") {
  CHECK(elementary::exp(-kFloatInfinity) == 0.0F);
  CHECK(elementary::exp(-88.0F) == 0.0F);
  CHECK(elementary::exp(-1e30F) == 0.0F);
  CHECK(elementary::exp(88.0F) == Approx(1.6516362549940018e38));
  CHECK(elementary::exp(1000.0F) == elementary::exp(88.0F));
  CHECK(elementary::exp(kFloatInfinity) == elementary::exp(88.0F));
  CHECK(std::isnan(elementary::exp(kFloatNaN)));
  CHECK(std::isnan(elementary::exp(-kFloatNaN)));
}

TEST_CASE("elementary::tanh: near the C library's", "[network][elementary]") {
  const auto tanh = [](float x) { return elementary::tanh(x); };
  CHECK(worst_error(-20.0F, 20.0F, 1, tanh, [](double x) { return std::tanh(x); }) < 2e-7);
  CHECK(worst_error(-1.0F, 1.0F, 1, tanh, [](double x) { return std::tanh(x); }) < 2e-7);
  CHECK(elementary::tanh(0.0F) == 0.0F);
  CHECK(elementary::tanh(kFloatInfinity) == 1.0F);
  CHECK(elementary::tanh(-kFloatInfinity) == -1.0F);
  CHECK(std::isnan(elementary::tanh(kFloatNaN)));
  CHECK(elementary::tanh(0.3) == std::tanh(0.3));
}

TEST_CASE("elementary::sigmoid: near 1 / (1 + e^-x), and 1/2 at 0", "[network][elementary]") {
  const auto sigmoid = [](float x) { return elementary::sigmoid(x); };
  const auto truth = [](double x) { return 1.0 / (1.0 + std::exp(-x)); };
  CHECK(worst_error(-30.0F, 30.0F, 0, sigmoid, truth) < 3e-7);
  CHECK(elementary::sigmoid(0.0F) == 0.5F);
  CHECK(elementary::sigmoid(0.0) == 0.5);
  CHECK(elementary::sigmoid(kFloatInfinity) == 1.0F);
  CHECK(elementary::sigmoid(-kFloatInfinity) < 1e-37F);
}

TEST_CASE("elementary::log: near the C library's", "[network][elementary]") {
  const auto log = [](float x) { return elementary::log(x); };
  const auto truth = [](double x) { return std::log(x); };
  CHECK(worst_error(0x1p-25F, 1.0F, 1, log, truth) < 2e-7);
  CHECK(worst_error(1.0F, 1000.0F, 1, log, truth) < 2e-7);
  CHECK(worst_error(0.5F, 2.0F, 1e-3, log, truth) < 5e-7);
  CHECK(elementary::log(1.0F) == 0.0F);
  // Powers of two, down to the least that is drawn.
  for (int n = -25; n <= 60; ++n)
    CHECK(elementary::log(std::ldexp(1.0F, n)) == Approx(n * std::numbers::ln2).epsilon(2e-7));
}

TEST_CASE("elementary::cos_of_turns, sin_of_turns: once around", "[network][elementary]") {
  const auto angle = [](double v) { return 2 * std::numbers::pi * v; };
  CHECK(worst_error(
            -0.5F, 0.5F, 1, [](float v) { return elementary::cos_of_turns(v); },
            [&](double v) { return std::cos(angle(v)); }) < 8e-7);
  CHECK(worst_error(
            -0.5F, 0.5F, 1, [](float v) { return elementary::sin_of_turns(v); },
            [&](double v) { return std::sin(angle(v)); }) < 8e-7);
  CHECK(elementary::cos_of_turns(0.0F) == 1.0F);
  CHECK(elementary::sin_of_turns(0.0F) == 0.0F);
  CHECK(elementary::sin_of_turns(0.25F) == Approx(1.0F));
  CHECK(elementary::sin_of_turns(-0.25F) == Approx(-1.0F));
}
