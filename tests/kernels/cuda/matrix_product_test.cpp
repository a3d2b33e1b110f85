#include <random>
#include <vector>

#include "kernels/cuda/cublas.hpp"
#include "kernels/cuda/device_or_skip.hpp"
#include "kernels/cuda/multiply.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn::cuda;

TEST_CASE("matrix_product: needs a device") {
  NO_DEVICE_OR_SKIP();
  const std::string why = kernel_facts().runs_on;
  const arma::mat A(2, 3, arma::fill::ones), B(3, 1, arma::fill::ones);
  CHECK_THROWS_MATCHES(matrix_product(A, B), SurroundingsError, Message(why));
  CHECK_THROWS_MATCHES(product_seconds<float>(4), SurroundingsError, Message(why));
}

TEST_CASE("matrix_product: shapes that do not fit are refused first") {
  CHECK_THROWS_AS(matrix_product(arma::mat(2, 3), arma::mat(2, 3)), std::invalid_argument);
}

TEST_CASE("matrix_product: agrees with the processor") {
  DEVICE_OR_SKIP();
  std::mt19937 draws(2);
  for (const arma::uword n : {1U, 3U, 100U, 515U}) {
    const arma::mat A = random_matrix(draws, n, n + 2), B = random_matrix(draws, n + 2, 7);
    CHECK(difference(matrix_product(A, B), A * B) == "");
    const arma::fmat single =
        matrix_product(arma::conv_to<arma::fmat>::from(A), arma::conv_to<arma::fmat>::from(B));
    CHECK(difference(arma::conv_to<arma::mat>::from(single), A * B, 1e-4) == "");
  }
  CHECK(difference(matrix_product(arma::mat(2, 0), arma::mat(0, 3)), arma::zeros(2, 3)) == "");
}

TEST_CASE("product_seconds: is some time") {
  DEVICE_OR_SKIP();
  CHECK(product_seconds<float>(256) > 0);
  CHECK(product_seconds<double>(256) > 0);
}

TEST_CASE("whole_product: columns follow each other without gaps") {
  const BatchedProduct product = whole_product(2, 3, 4);
  CHECK(product.A.height == 2);
  CHECK(product.B.height == 4);
  CHECK(product.C.height == 2);
  CHECK(product.n_products == 1);
  CHECK_FALSE(product.is_added);
}

TEST_CASE("multiply: a batch that shares a factor, transposed and added") {
  DEVICE_OR_SKIP();
  const Device device;
  // [1 2] times each of (3, 4)ᵀ and (5, 6)ᵀ, which lie as rows, added to 100 and 200.
  const std::vector<double> left{1, 2}, right{3, 4, 5, 6};
  std::vector<double> results{100, 200};
  const DeviceArray<double> A = device.uploaded(left.data(), 2),
                            B = device.uploaded(right.data(), 4),
                            C = device.uploaded(results.data(), 2);
  multiply(device,
           {.m = 1,
            .n = 1,
            .k = 2,
            .A = {.height = 1},
            .B = {.height = 1, .stride = 2, .is_transposed = true},
            .C = {.height = 1, .stride = 1},
            .n_products = 2,
            .is_added = true},
           ProductPrecision::full, A.data(), B.data(), C.data());
  device.download(C, results.data());
  CHECK(results == std::vector<double>{111, 217});
}

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
