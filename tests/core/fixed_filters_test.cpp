#include "core/fixed_filters.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("moving_average_matrix: the last tokens, fewer at the start", "[core][fixed_filters]") {
  CHECK(difference(moving_average_matrix(5, 3), {{1, 0, 0, 0, 0},
                                                 {1. / 2, 1. / 2, 0, 0, 0},
                                                 {1. / 3, 1. / 3, 1. / 3, 0, 0},
                                                 {0, 1. / 3, 1. / 3, 1. / 3, 0},
                                                 {0, 0, 1. / 3, 1. / 3, 1. / 3}}) == "");
  CHECK(difference(moving_average_matrix(3, 1), arma::mat(3, 3, arma::fill::eye)) == "");
  CHECK(moving_average_matrix(2, 99)(1, 0) == .5);
}

TEST_CASE("exponential_average_matrix: every earlier token keeps a share",
          "[core][fixed_filters]") {
  CHECK(difference(exponential_average_matrix(4, .3),
                   {{1, 0, 0, 0}, {.7, .3, 0, 0}, {.49, .21, .3, 0}, {.343, .147, .21, .3}}) == "");
  CHECK(difference(exponential_average_matrix(3, 1), arma::mat(3, 3, arma::fill::eye)) == "");
}

TEST_CASE("exponential_average_matrix: times the tokens it is the average step by step",
          "[core][fixed_filters]") {
  const arma::vec x{3, -1, 4, 1, 5};
  const arma::vec together = exponential_average_matrix(5, .3) * x;
  double y = x(0);
  for (arma::uword t = 1; t < x.n_elem; ++t) {
    y = .3 * x(t) + .7 * y;
    CHECK(together(t) == Approx(y).epsilon(1e-14));
  }
}

TEST_CASE("fixed filters: refuse what averages nothing", "[core][fixed_filters]") {
  CHECK_THROWS_MATCHES(
      moving_average_matrix(3, 0), InputError,
      Message("a moving average over 0 tokens has nothing to average. Take 1 or more."));
  CHECK_THROWS_MATCHES(exponential_average_matrix(3, 0), InputError,
                       Message("the newest token's share of an exponential average, α, is above 0 "
                               "and at most 1, not 0."));
  CHECK_THROWS_AS(exponential_average_matrix(3, 1.5), InputError);
}
