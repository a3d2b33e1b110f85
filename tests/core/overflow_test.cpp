#include "core/overflow.hpp"

#include <cmath>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

TEST_CASE("require_finite: refuses what left the range of its numbers", "[core][overflow][error]") {
  CHECK_NOTHROW(require_finite("A", arma::mat{{1e308, -1e308}}));
  CHECK_NOTHROW(require_finite("A", arma::fmat{{1e38F, 1}}));
  CHECK_THROWS_MATCHES(require_finite("A", arma::mat{{1, kInfinity}}), InputError,
                       Message("A overflows: its entries do not fit a double-precision number. "
                               "Use smaller numbers."));
  CHECK_THROWS_MATCHES(require_finite("A", arma::fmat{{1, NAN}}), InputError,
                       Message("A overflows: its entries do not fit a single-precision number. "
                               "Use smaller numbers, or --dtype fp64."));
}

TEST_CASE("require_finite_rows: only the rows that come from finite ones", "[core][overflow]") {
  const arma::mat X{{1, 2}, {kInfinity, 2}, {3, NAN}};
  CHECK_NOTHROW(require_finite_rows("A", arma::mat(arma::vec{5, NAN, NAN}), X));
  CHECK_THROWS_AS(require_finite_rows("A", arma::mat(arma::vec{kInfinity, 0, 0}), X), InputError);
  const arma::fmat Y = arma::fvec{1, NAN};
  CHECK_NOTHROW(require_finite_rows("A", arma::fmat(arma::fvec{5, NAN}), Y));
  CHECK_THROWS_AS(require_finite_rows("A", arma::fmat(arma::fvec{NAN, 5}), Y), InputError);
}
