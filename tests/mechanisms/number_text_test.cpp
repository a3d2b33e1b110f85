#include "mechanisms/number_text.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("fixed_text: so many decimals, and never a negative zero", "[posenc]") {
  CHECK(fixed_text(2.0, 3) == "2.000");
  CHECK(fixed_text(-0.5788, 3) == "−0.579");
  CHECK(fixed_text(-0.0001, 3) == "0.000");
  CHECK(fixed_text(-3, 0) == "−3");
}

TEST_CASE("short_text: the digits that count", "[posenc]") {
  CHECK(short_text(0.00390625) == "0.003906");
  CHECK(short_text(-25) == "−25");
  CHECK(short_text(-0.0) == "0");
}

TEST_CASE("largest_difference: of two cells in the same place", "[posenc]") {
  CHECK(largest_difference({{1, 2}, {3, 4}}, {{1, 2.5}, {1, 4}}) == 2.0);
  CHECK(largest_difference(arma::mat(0, 3), arma::mat(0, 3)) == 0.0);
  CHECK_THROWS_AS(largest_difference(arma::ones(1, 2), arma::ones(2, 1)), InputError);
}

TEST_CASE("difference_text: rounding has no digits", "[posenc]") {
  CHECK(difference_text({{1, 2}, {0, 0}}, {{1, 2 + 1e-15}, {0, 0}}) == "< 1e-12");
  CHECK(difference_text({{1, 2}, {0, 0}}, {{1, 2.03854}, {0, 0}}) == "0.03854");
}
