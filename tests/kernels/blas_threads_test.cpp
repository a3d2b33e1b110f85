#include "kernels/blas_threads.hpp"

#include <armadillo>

#include "kernels/share_work.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("BlasThreads: what is usual stays what the surroundings say", "[kernels]") {
  const unsigned usual = usual_threads();
  {
    const BlasThreads threads(usual + 1);
    CHECK(usual_threads() == usual);
  }
  CHECK(usual_threads() == usual);
}

TEST_CASE("BlasThreads: a product is the same with any number", "[kernels]") {
  const arma::mat A = arma::randu(65, 33), B = arma::randu(33, 70);
  const arma::mat expected = A * B;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    const BlasThreads threads(n_threads);
    CHECK(arma::approx_equal(arma::mat(A * B), expected, "absdiff", 1e-12));
  }
}
