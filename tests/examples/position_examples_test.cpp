#include "examples/position_examples.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("untrained_positions: small normal numbers, the same for one seed", "[examples]") {
  const arma::mat table = untrained_positions(200, 50, 3);
  CHECK(table.n_rows == 200);
  CHECK(arma::stddev(arma::vectorise(table)) == Approx(0.02).epsilon(0.03));
  CHECK(difference(untrained_positions(200, 50, 3), table, 0.0) == "");
  CHECK(difference(untrained_positions(200, 50, 4), table, 0.0) != "");
  // A longer table begins like a shorter one. numpy.random.RandomState(42).randn() is 0.4967...
  CHECK(difference(untrained_positions(300, 50, 3).eval().head_rows(200), table, 0.0) == "");
  CHECK(untrained_positions(1, 1, 42)(0) == Approx(0.02 * 0.4967141530112327).epsilon(1e-14));
}

TEST_CASE("example_query, example_key: small whole numbers in turn", "[examples]") {
  CHECK(difference(example_query(6), arma::rowvec{1, 2, 3, 4, 1, 2}) == "");
  CHECK(difference(example_key(6), arma::rowvec{2, -1, 0, 1, 2, -1}) == "");
}
