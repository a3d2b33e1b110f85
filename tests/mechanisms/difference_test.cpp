#include "mechanisms/difference.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/table_texts.hpp"

using namespace attn;

TEST_CASE("largest_difference: of two cells in the same place", "[posenc]") {
  CHECK(largest_difference({{1, 2}, {3, 4}}, {{1, 2.5}, {1, 4}}) == 2.0);
  CHECK(largest_difference(arma::mat(0, 3), arma::mat(0, 3)) == 0.0);
  CHECK_THROWS_AS(largest_difference(arma::ones(1, 2), arma::ones(2, 1)), InputError);
}

TEST_CASE("difference_cell, difference_text: rounding has no digits", "[posenc]") {
  const arma::mat A{{1, 2}, {0, 0}}, rounded{{1, 2 + 1e-15}, {0, 0}}, other{{1, 2.03854}, {0, 0}};
  CHECK(text_of(difference_cell(A, rounded)) == "< 1e-12");
  CHECK(difference_cell(A, rounded).value == 0.0);
  CHECK(text_of(difference_cell(A, other)) == "0.03854");
  CHECK(difference_text(A, rounded) == "< 1e-12");
  CHECK(difference_text(A, other) == "0.03854");
}
