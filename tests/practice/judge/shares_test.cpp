#include "practice/judge/shares.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

const Field kThreeDecimals{
    .name = "weights", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.0005, .decimals = 3}};
const arma::mat kThirds(1, 3, arma::fill::value(1.0 / 3.0));

}  // namespace

TEST_CASE("is_rounded_to_sum: a last digit changed so that the row sums to 1",
          "[practice][judge]") {
  CHECK(is_rounded_to_sum(kThreeDecimals, {{0.333, 0.333, 0.334}}, kThirds));
  CHECK(is_rounded_to_sum(kThreeDecimals, {{0.5, 0.5, 0}, {0.334, 0.333, 0.333}},
                          arma::join_cols(arma::mat{{0.5, 0.5, 0}}, kThirds)));
}

TEST_CASE("is_rounded_to_sum: not where there was no need, or for more than a digit",
          "[practice][judge]") {
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.332, 0.333, 0.335}}, kThirds));
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.334, 0.334, 0.333}}, kThirds));
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.501, 0.499}}, {{0.5, 0.5}}));
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.6, 0.4}}, {{0.5999, 0.4001}, {0, 1}}));
  const arma::mat row = {{0.2464, 0.2464, 0.2464, 0.2608}};  // rounded: 0.246 ... 0.261
  CHECK(is_rounded_to_sum(kThreeDecimals, {{0.247, 0.246, 0.246, 0.261}}, row));
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.247, 0.247, 0.246, 0.26}}, row));
  Field exact = kThreeDecimals;
  exact.tolerance = {};
  CHECK_FALSE(is_rounded_to_sum(exact, {{0.333, 0.333, 0.334}}, kThirds));
}

TEST_CASE("is_rounded_to_sum: not for other numbers that sum to 1, written with more digits",
          "[practice][judge]") {
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.3325, 0.3336, 0.3339}}, kThirds));
}
