#include "trace/facts.hpp"

#include <cmath>

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

constexpr auto kCausal = static_cast<unsigned char>(Blocked::causal);
constexpr auto kMask = static_cast<unsigned char>(Blocked::mask);

}  // namespace

TEST_CASE("facts_of: count zeros and blocked cells", "[trace][facts]") {
  const Facts facts = facts_of({.id = "masked",
                                .value = {{0, -kInfinity, -kInfinity}, {2, 4, -kInfinity}},
                                .rule = Masking{"scaled"},
                                .blocked = {{0, kCausal, kMask}, {0, 0, kCausal}}});
  CHECK(facts.n_zeros == 1);
  CHECK(facts.n_blocked == 3);
  CHECK(facts.statistics.n_cells == 3);
  CHECK(facts.statistics.min == 0.0);
  CHECK(facts.statistics.max == 4.0);
  CHECK(facts.statistics.mean == 2.0);
}

TEST_CASE("facts_of: only weights have facts for each row", "[trace][facts]") {
  CHECK(facts_of({.value = exercise1::W}).weight_rows.empty());
  CHECK(facts_of({.value = exercise1::W, .rule = Softmax{"masked"}}).weight_rows.size() == 3);
}

TEST_CASE("facts_of: weights say how spread out each row is", "[trace][facts]") {
  const Facts facts = facts_of({.value = exercise1::causal_W,
                                .rule = Softmax{"masked"},
                                .blocked = {{0, kCausal, kCausal}, {0, 0, kCausal}, {0, 0, 0}}});
  REQUIRE(facts.weight_rows.size() == 3);
  for (arma::uword i = 0; i < 3; ++i) {
    CHECK(facts.weight_rows[i].sum == Approx(1.0).margin(kTolerance));
    CHECK(facts.weight_rows[i].entropy ==
          Approx(exercise1::causal_entropies(i)).margin(kTolerance));
    // Query i may attend to i + 1 keys, and here each looks hardest at the last of them.
    CHECK(facts.weight_rows[i].max_entropy ==
          Approx(std::log(static_cast<double>(i + 1))).margin(kTolerance));
    CHECK(facts.weight_rows[i].strongest == i);
  }
}

TEST_CASE("facts_of: a row that may attend to nothing has no strongest key", "[trace][facts]") {
  const Facts facts = facts_of({.value = {{0, 0}, {0.25, 0.75}},
                                .rule = Softmax{"masked"},
                                .blocked = {{kMask, kMask}, {0, 0}}});
  REQUIRE(facts.weight_rows.size() == 2);
  CHECK(facts.weight_rows[0].sum == 0.0);
  CHECK(facts.weight_rows[0].entropy == 0.0);
  CHECK(facts.weight_rows[0].max_entropy == 0.0);
  CHECK_FALSE(facts.weight_rows[0].strongest);
  CHECK(facts.weight_rows[1].strongest == 1u);
}
