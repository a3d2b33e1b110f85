#include "core/shape.hpp"

#include "support/catch.hpp"
#include "support/worked_examples.hpp"

namespace {

const arma::mat k2x3(2, 3, arma::fill::zeros);
const arma::mat k3x4(3, 4, arma::fill::zeros);

}  // namespace

TEST_CASE("shape_of: rows before columns") {
  CHECK(shape_of(k2x3) == "2 x 3");
  CHECK(shape_of(arma::mat()) == "0 x 0");
}

TEST_CASE("require_not_empty: wants one row and one column") {
  CHECK_NOTHROW(require_not_empty("A", arma::mat(1, 1)));
  CHECK_REFUSED(require_not_empty("A", arma::mat(0, 3)),
                "A is 0 x 3: it needs at least one row and one column.");
  CHECK_REFUSED(require_not_empty("B", arma::mat(3, 0)),
                "B is 3 x 0: it needs at least one row and one column.");
}

TEST_CASE("require_same_width: compares columns only") {
  CHECK_NOTHROW(require_same_width("A", k2x3, "B", arma::mat(5, 3)));
  CHECK_REFUSED(require_same_width("A", k2x3, "B", k3x4),
                "A and B must have the same number of columns: A is 2 x 3, B is 3 x 4.");
}

TEST_CASE("require_bias: one number for each column, or none at all") {
  CHECK_NOTHROW(require_bias("b", 0, 4));
  CHECK_NOTHROW(require_bias("b", 4, 4));
  CHECK_REFUSED(require_bias("b", 3, 4), "b must be 1 x 4, but it is 1 x 3.");
}

TEST_CASE("require_product: wants columns of the left to match rows of the right") {
  CHECK_NOTHROW(require_product("A", k2x3, "B", k3x4));
  CHECK_REFUSED(require_product("B", k3x4, "A", k2x3),
                "B times A needs as many columns in B as rows in A: B is 3 x 4, A is 2 x 3.");
}

TEST_CASE("require_same_height: compares rows only") {
  CHECK_NOTHROW(require_same_height("A", k2x3, "B", arma::mat(2, 9)));
  CHECK_REFUSED(require_same_height("A", k2x3, "B", k3x4),
                "A and B must have the same number of rows: A is 2 x 3, B is 3 x 4.");
}

TEST_CASE("require_shape: wants both counts") {
  CHECK_NOTHROW(require_shape("A", 2, 3, 2, 3));
  CHECK_REFUSED(require_shape("A", 2, 3, 2, 4), "A must be 2 x 4, but it is 2 x 3.");
  CHECK_REFUSED(require_shape("A", 2, 3, 1, 3), "A must be 1 x 3, but it is 2 x 3.");
}

TEST_CASE("require_finite: refuses what left the range of its numbers") {
  CHECK_NOTHROW(require_finite("A", arma::mat{{1e308, -1e308}}));
  CHECK_NOTHROW(require_finite("A", arma::fmat{{1e38F, 1}}));
  CHECK_REFUSED(
      require_finite("A", arma::mat{{1, kInfinity}}),
      "A overflows: its entries do not fit a double-precision number. Use smaller numbers.");
  CHECK_REFUSED(require_finite("A", arma::fmat{{1, NAN}}),
                "A overflows: its entries do not fit a single-precision number. Use smaller "
                "numbers, or --dtype fp64.");
}

TEST_CASE("require_finite_rows: only the rows that come from finite ones") {
  const arma::mat X{{1, 2}, {kInfinity, 2}, {3, NAN}};
  CHECK_NOTHROW(require_finite_rows("A", arma::mat(arma::vec{5, NAN, NAN}), X));
  CHECK_THROWS_AS(require_finite_rows("A", arma::mat(arma::vec{kInfinity, 0, 0}), X), InputError);
  const arma::fmat Y = arma::fvec{1, NAN};
  CHECK_NOTHROW(require_finite_rows("A", arma::fmat(arma::fvec{5, NAN}), Y));
  CHECK_THROWS_AS(require_finite_rows("A", arma::fmat(arma::fvec{NAN, 5}), Y), InputError);
}
