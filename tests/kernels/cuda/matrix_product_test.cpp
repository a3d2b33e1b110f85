#include <random>

#include "base/message.hpp"
#include "kernels/cuda/device_or_skip.hpp"
#include "support/matrix.hpp"

using namespace attn;

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
