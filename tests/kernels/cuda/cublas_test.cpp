#include "kernels/cuda/cublas.hpp"

#include "support/catch.hpp"

using namespace attn::cuda;

TEST_CASE("cublas: the library has every function") {
  int major = 0;
  REQUIRE(cublas().get_property(MAJOR_VERSION, &major) == CUBLAS_STATUS_SUCCESS);
  CHECK(major == CUBLAS_VER_MAJOR);
  CHECK(cublas().status_text(CUBLAS_STATUS_ALLOC_FAILED) !=
        cublas().status_text(CUBLAS_STATUS_SUCCESS));
}

TEST_CASE("loaded_cublas: a library that is not there, or another one") {
  CHECK_THROWS_WITH(loaded_cublas({"libabsent.so.1", "libabsent.so.2"}),
                    Catch::Matchers::StartsWith("cuBLAS cannot be loaded: libabsent.so.2: "));
  CHECK_THROWS_AS(loaded_cublas({"libm.so.6"}), SurroundingsError);
}
