#include "practice/judge/fit.hpp"

#include <cmath>

#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

Field asked_for(FieldKind kind, Tolerance tolerance) {
  return {.name = "answer", .kind = kind, .tolerance = tolerance};
}

bool number_fits(double given, double candidate, const Tolerance& tolerance) {
  return fits(asked_for(FieldKind::number, tolerance), single_cell(given), single_cell(candidate));
}

const Tolerance kTwoDecimals{.absolute = 0.005, .decimals = 2};
const Tolerance kExactly{.absolute = Tolerance::kExact, .relative = Tolerance::kExact};

}  // namespace

TEST_CASE("fits: what rounds to the digits that were written", "[practice][diagnose]") {
  CHECK(number_fits(0.71, 0.7129, kTwoDecimals));
  CHECK(number_fits(0.7129, 0.71288, kTwoDecimals));
  CHECK_FALSE(number_fits(0.7129, 0.7134, kTwoDecimals));
  CHECK_FALSE(number_fits(0.71, 0.7163, kTwoDecimals));
}

TEST_CASE("fits: one digit is not taken for all that round to it", "[practice][diagnose]") {
  CHECK_FALSE(number_fits(0.7, 0.7429, kTwoDecimals));
  CHECK(number_fits(0.7, 0.7029, kTwoDecimals));
}

TEST_CASE("fits: three numbers of two digits say enough", "[practice][diagnose]") {
  const Field weights = asked_for(FieldKind::matrix, {.absolute = 0.0005, .decimals = 3});
  CHECK(fits(weights, {{0.18, 0.49, 1.33}}, {{0.18006, 0.48946, 1.33048}}));
  CHECK_FALSE(fits(weights, {{0.18, 0.49, 1.33}}, {{0.18006, 0.48346, 1.33048}}));
  CHECK_FALSE(fits(weights, {{0.49, 1.33}}, {{0.48946, 1.33048}}));
}

TEST_CASE("fits: zeros at the end are digits too", "[practice][diagnose]") {
  const Field field = asked_for(FieldKind::number, {.absolute = 0.05, .decimals = 1});
  CHECK(fits(field, single_cell(30.5), single_cell(30.46), 1));
  CHECK_FALSE(fits(field, single_cell(30.5), single_cell(30.46), 2));
}

TEST_CASE("fits: where an exact answer is asked for, exactly", "[practice][diagnose]") {
  CHECK(number_fits(12, 12, kExactly));
  CHECK_FALSE(number_fits(12, 12.3, kExactly));
}

TEST_CASE("fits: −∞ in both, and nothing else that is not finite", "[practice][diagnose]") {
  const Field scores = asked_for(FieldKind::matrix, kTwoDecimals);
  const double inf = arma::datum::inf;
  CHECK(fits(scores, {{0.71, -inf}}, {{0.7129, -inf}}));
  CHECK_FALSE(fits(scores, {{0.71, -inf}}, {{0.7129, 0.5}}));
  CHECK_FALSE(fits(scores, {{0.71, arma::datum::nan}}, {{0.7129, 0.5}}));
  CHECK_FALSE(fits(scores, {{0.71, 0.5}}, {{0.71, 0.5}, {0.71, 0.5}}));
}

TEST_CASE("fits: zeros have no digits", "[practice][diagnose]") {
  CHECK(number_fits(0, 0, kTwoDecimals));
  CHECK_FALSE(number_fits(0, 0.003, kTwoDecimals));
}

TEST_CASE("fits: what is no number must be equal", "[practice][diagnose]") {
  const Field mask = asked_for(FieldKind::mask, kExactly);
  CHECK(fits(mask, {{1, 0}}, {{1, 0}}));
  CHECK_FALSE(fits(mask, {{1, 0}}, {{1, 1}}));
}

TEST_CASE("fits: huge numbers are compared by the digits that were written",
          "[practice][diagnose]") {
  const Field weights = asked_for(FieldKind::matrix, {.absolute = 0.0005, .decimals = 3});
  CHECK(fits(weights, {{7.3071e43, 1.9863e44}}, {{7.307060e43, 1.986265e44}}));
  CHECK_FALSE(fits(weights, {{7.3071e43, 1.9864e44}}, {{7.307060e43, 1.986265e44}}));
  CHECK_FALSE(fits(weights, {{7e43, 2e44}}, {{7.307060e43, 1.986265e44}}));  // too few of them
}

TEST_CASE("fits: a number too small for decimals is compared by its digits",
          "[practice][diagnose]") {
  const Tolerance two_digits{.relative = 0.5, .significant = 2};
  CHECK_FALSE(number_fits(1e-50, 0, two_digits));
  CHECK_FALSE(number_fits(1e-50, 0.0057, two_digits));
  CHECK(number_fits(1.3e-23, 1.34e-23, two_digits));
  CHECK_FALSE(number_fits(1.3e-23, 1.44e-23, two_digits));
  CHECK(number_fits(0.1 + 0.2 - 0.3, 0, two_digits));
}

TEST_CASE("is_rest: what is left of numbers that cancel", "[practice][diagnose]") {
  CHECK(is_rest(0.1 + 0.2 - 0.3));
  for (const double number : {0.0, 1e-16, 1e-50, std::pow(0.1, 50), std::pow(0.9, 500), 0.3})
    CHECK_FALSE(is_rest(number));
}
