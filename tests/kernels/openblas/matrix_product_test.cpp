#include <cblas.h>

#include <array>
#include <limits>
#include <random>
#include <stdexcept>

#include "kernels/fused_attention.hpp"
#include "support/attention_heads.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("matrix_product: as Armadillo's, for every number of threads", "[kernels][product]") {
  std::mt19937 draws(3);
  for (const auto& [m, k, n] : {std::array<arma::uword, 3>{1, 1, 1}, {3, 5, 2}, {257, 130, 300}}) {
    const arma::mat A = random_matrix(draws, m, k), B = random_matrix(draws, k, n);
    for (const unsigned n_threads : {0U, 1U, 2U, 5U})
      CHECK(difference(matrix_product(A, B, n_threads), A * B) == "");
    const arma::fmat a = arma::conv_to<arma::fmat>::from(A), b = arma::conv_to<arma::fmat>::from(B);
    CHECK(relative_error(matrix_product(a, b), arma::fmat(a * b)) < 1e-6);
  }
}

TEST_CASE("matrix_product: empty sums are 0, and shapes must fit", "[kernels][product]") {
  CHECK(difference(matrix_product(arma::mat(2, 0), arma::mat(0, 3)), arma::mat(2, 3)) == "");
  CHECK_THROWS_AS(matrix_product(arma::mat(2, 3), arma::mat(2, 3)), std::invalid_argument);
  constexpr arma::uword kTooLong = std::numeric_limits<blasint>::max() + arma::uword{1};
  CHECK_THROWS_AS(matrix_product(arma::mat(kTooLong, 0), arma::mat(0, 1)), std::invalid_argument);
}

TEST_CASE("product_seconds: takes some time", "[kernels][product]") {
  CHECK(product_seconds<float>(32) > 0);
  CHECK(product_seconds<double>(32, 1) > 0);
}
