#include "core/softmax_slopes.hpp"

#include <cmath>

#include "core/attention.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("softmax_jacobian_norms: two keys by hand", "[core][softmax_slopes]") {
  // J = a₁ a₂ [1 −1; −1 1], whose norm is 2 a₁ a₂.
  const arma::vec norms = softmax_jacobian_norms({{.5, .5}, {.9, .1}, {1, 0}});
  CHECK(norms(0) == Approx(.5));
  CHECK(norms(1) == Approx(.18));
  CHECK(norms(2) == 0.0);
}

TEST_CASE("softmax_jacobian_norms: equals the norm of the whole Jacobian",
          "[core][softmax_slopes]") {
  const arma::mat A = softmax_rows({{.3, -1.2, 2.0, .7}, {0, 0, 0, 0}, {9, 1, -4, 8.5}});
  const arma::vec norms = softmax_jacobian_norms(A);
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    const arma::rowvec a = A.row(i);
    const arma::mat J = arma::diagmat(a) - a.t() * a;
    CHECK(norms(i) == Approx(arma::norm(J, "fro")).epsilon(1e-12));
  }
  CHECK(norms(1) == Approx(std::sqrt(3.0) / 4.0));  // √(n − 1) / n
}
