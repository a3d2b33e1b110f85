#include "render/drawing/share_scale.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

Stage weights_of(arma::mat value) {
  return {.id = "weights", .value = std::move(value), .rule = Softmax{"masked"}};
}

Stage even_weights(arma::uword n) {
  return weights_of(arma::mat(n, n, arma::fill::value(1.0 / static_cast<double>(n))));
}

}  // namespace

TEST_CASE("share_scale_of: small texts keep the scale from 0 to 1", "[render][drawing]") {
  const Stage small = even_weights(24), large = even_weights(25);
  CHECK(share_scale_of({&small}).darkest == 1.0);
  CHECK(share_scale_of({&large, &small}).darkest == 1.0);
  CHECK(share_scale_of({}).darkest == 1.0);
}

TEST_CASE("share_scale_of: that of a long text ends at its strong weights, rounded up",
          "[render][drawing]") {
  const Stage even = even_weights(512);
  CHECK(share_scale_of({&even}).darkest == Approx(0.002));
  CHECK_FALSE(share_scale_of({&even}).is_exceeded);
  arma::mat value(100, 100, arma::fill::value(0.008));
  value.col(3).fill(0.0123);
  const Stage uneven = weights_of(value);
  CHECK(share_scale_of({&uneven}).darkest == Approx(0.013));
}

TEST_CASE("share_scale_of: a few great weights do not hide the others", "[render][drawing]") {
  arma::mat causal(512, 512, arma::fill::zeros);
  for (arma::uword i = 0; i < causal.n_rows; ++i)
    causal.row(i).head(i + 1).fill(1.0 / static_cast<double>(i + 1));
  const Stage stage = weights_of(causal);
  CHECK(share_scale_of({&stage}).darkest == Approx(0.014));  // ln 512 / 512 and a little
  CHECK(share_scale_of({&stage}).is_exceeded);
}

TEST_CASE("share_scale_of: where one map is dark on 0 to 1, all keep it", "[render][drawing]") {
  const Stage even = even_weights(100), sharp = weights_of(arma::mat(100, 100, arma::fill::eye));
  CHECK(share_scale_of({&even}).darkest == Approx(0.01));
  CHECK(share_scale_of({&even, &sharp}).darkest == 1.0);
}
