#include "core/rms_norm.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("rms_normed: by hand") {
  // The mean of 9 and 16 is 12.5, of 0 and 4 it is 2; with an epsilon of 0 the rows are 3/√12.5 ..
  const arma::mat X{{3.0, 4.0}, {0.0, -2.0}};
  const arma::mat normed = rms_normed(X, {1.0, 10.0}, 0.0);
  CHECK(normed(0, 0) == Approx(3.0 / std::sqrt(12.5)));
  CHECK(normed(0, 1) == Approx(40.0 / std::sqrt(12.5)));
  CHECK(normed(1, 0) == 0.0);
  CHECK(normed(1, 1) == Approx(-20.0 / std::sqrt(2.0)));
}

TEST_CASE("rms_normed: epsilon keeps a row of zeros from being divided by 0") {
  CHECK(rms_normed(arma::mat(1, 2, arma::fill::zeros), {1.0, 1.0}, 1e-6).is_zero());
}

TEST_CASE("rms_normed: a gain of another width is refused") {
  CHECK_THROWS_AS(rms_normed(arma::mat(1, 2), {1.0, 1.0, 1.0}, 0.0), InputError);
}
