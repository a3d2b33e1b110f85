#include "kernels/head_shapes.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

HeadShapes shapes_of(arma::SizeMat Q, arma::SizeMat K, arma::SizeMat V, HeadCounts heads) {
  FusedOptions options;
  options.heads = heads;
  return head_shapes(Q, K, V, options);
}

}  // namespace

TEST_CASE("head_shapes: the widths of one head", "[kernels][shapes]") {
  const HeadShapes shapes =
      shapes_of(arma::SizeMat(5, 24), arma::SizeMat(7, 12), arma::SizeMat(7, 10), {4, 2});
  CHECK(shapes.n_q == 5);
  CHECK(shapes.n_k == 7);
  CHECK(shapes.d_k == 6);
  CHECK(shapes.d_v == 5);
}

TEST_CASE("head_shapes: refuses matrices that do not fit each other", "[kernels][shapes]") {
  const arma::SizeMat Q(5, 8), K(7, 8), V(7, 8);
  CHECK_THROWS_MATCHES(shapes_of(arma::SizeMat(0, 8), K, V, {2, 2}), InputError,
                       Message("Q is 0 x 8: it needs at least one row and one column."));
  CHECK_THROWS_MATCHES(shapes_of(Q, K, V, {3, 3}), InputError,
                       Message("8 columns cannot be split into 3 heads of equal width."));
  CHECK_THROWS_MATCHES(shapes_of(Q, arma::SizeMat(7, 6), V, {2, 2}), InputError,
                       Message("K must be 7 x 8, but it is 7 x 6."));
  CHECK_THROWS_MATCHES(shapes_of(Q, K, arma::SizeMat(6, 8), {2, 2}), InputError,
                       Message("V must be 7 x 8, but it is 6 x 8."));
  CHECK_THROWS_AS(shapes_of(Q, K, V, {4, 3}), InputError);
}
