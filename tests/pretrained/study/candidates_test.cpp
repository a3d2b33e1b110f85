#include "pretrained/study/candidates.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("probabilities: by hand, and whatever is added to all logits") {
  const double logits[] = {0.0, std::log(2.0), std::log(5.0)};
  const Probabilities p = probabilities(logits, 3);
  CHECK(p[0] == Approx(1 / 8.));
  CHECK(p[1] == Approx(2 / 8.));
  CHECK(p[2] == Approx(5 / 8.));
  const float high[] = {1000.0F, 1000.0F};
  CHECK(probabilities(high, 2) == Probabilities{0.5, 0.5});
}

TEST_CASE("most_probable: the first first, of equals the smaller id, and no more than there are") {
  const Probabilities p{.1, .4, .1, .4};
  CHECK(most_probable(p, 3) == std::vector<Candidate>{{1, .4}, {3, .4}, {0, .1}});
  CHECK(most_probable(p, 9).size() == 4);
}

TEST_CASE("rank_of: 1 is the most probable, and equals share a rank") {
  const Probabilities p{.1, .4, .1, .4};
  CHECK(rank_of(p, 1) == 1);
  CHECK(rank_of(p, 3) == 1);
  CHECK(rank_of(p, 0) == 3);
}

TEST_CASE("kl_divergence: by hand, 0 for the same, and finite where a probability underflowed") {
  CHECK(kl_divergence({.5, .5}, {.25, .75}) == Approx(.5 * std::log(2.) + .5 * std::log(2. / 3.)));
  CHECK(kl_divergence({.3, .7}, {.3, .7}) == 0.0);
  CHECK(std::isfinite(kl_divergence({1., 0.}, {0., 1.})));
  CHECK_THROWS_AS(kl_divergence({1.}, {.5, .5}), std::invalid_argument);
}
