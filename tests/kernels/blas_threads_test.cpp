#include "kernels/blas_threads.hpp"

#include <cblas.h>
#include <sys/resource.h>

#include <armadillo>
#include <fstream>

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("BlasThreads: what is usual stays what the surroundings say", "[kernels]") {
  const unsigned usual = usual_threads();
  CHECK(usual >= 1);
  const BlasThreads threads(usual + 1);
  CHECK(usual_threads() == usual);
}

TEST_CASE("BlasThreads: until then OpenBLAS has one thread", "[kernels]") {
  CHECK(openblas_get_num_threads() == 1);
}

namespace {

// What counts against RLIMIT_DATA now.
rlim_t bytes_of_data() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (rlim_t kib = 0; word == "VmData:" && status >> kib) return kib << 10;
  return 0;
}

}  // namespace

TEST_CASE("require_room_for_products: refuses where a limit leaves too little", "[kernels]") {
  require_room_for_products();
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_DATA, &before) == 0);
  const rlimit little{bytes_of_data() + (rlim_t{64} << 20), before.rlim_max};
  std::string refusal;
  REQUIRE(setrlimit(RLIMIT_DATA, &little) == 0);
  try {
    require_room_for_products();
  } catch (const SurroundingsError& error) {
    refusal = error.what();
  }
  REQUIRE(setrlimit(RLIMIT_DATA, &before) == 0);
  CHECK_THAT(refusal, ContainsSubstring("leaves less than 160 MiB of address space"));
}

TEST_CASE("BlasThreads: OpenBLAS has its threads back afterwards", "[kernels][threads]") {
  const int before = openblas_get_num_threads();
  {
    const BlasThreads single(1);
    CHECK(openblas_get_num_threads() == 1);
  }
  CHECK(openblas_get_num_threads() == before);
}

TEST_CASE("BlasThreads: a product is the same with any number", "[kernels]") {
  const arma::mat A = arma::randu(65, 33), B = arma::randu(33, 70);
  const arma::mat expected = A * B;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    const BlasThreads threads(n_threads);
    CHECK(arma::approx_equal(arma::mat(A * B), expected, "absdiff", 1e-12));
  }
}
