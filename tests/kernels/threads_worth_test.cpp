#include "kernels/threads_worth.hpp"

#include "kernels/blas_threads.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("divided_up: full shares and what is left", "[kernels][threads]") {
  CHECK(divided_up(0, 4) == 0);
  CHECK(divided_up(8, 4) == 2);
  CHECK(divided_up(9, 4) == 3);
  CHECK(divided_up(1, 4) == 1);
}

TEST_CASE("threads_worth: as many as have enough to do, and no more than allowed",
          "[kernels][threads]") {
  CHECK(threads_worth(0, 8) == 1);
  CHECK(threads_worth(1e6, 8) == 1);
  CHECK(threads_worth(13e6, 8) == 3);
  CHECK(threads_worth(1e12, 8) == 8);
  CHECK(threads_worth(1e12, 0) == usual_threads());
}
