#include "kernels/least_seconds.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("least_seconds: runs twice to warm up and then seven times", "[kernels]") {
  int n_runs = 0;
  const double seconds = least_seconds([&n_runs] { ++n_runs; });
  CHECK(n_runs == 9);
  CHECK(seconds >= 0);
  CHECK(std::isfinite(seconds));
}
