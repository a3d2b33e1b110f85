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

TEST_CASE("facts_of: a mean of weights has facts for each row as well", "[trace][facts]") {
  const Facts facts = facts_of({.value = {{0.25, 0.75}}, .rule = Mean{"weights"}});
  REQUIRE(facts.weight_rows.size() == 1);
  CHECK(facts.weight_rows[0].strongest == 1u);
  CHECK(facts.weight_rows[0].max_entropy == Approx(std::log(2.0)).margin(kTolerance));
}

TEST_CASE("weight_means_of: are means over the queries", "[trace][facts]") {
  const Axis tokens{"query", {"a", "b", "c"}};
  const WeightMeans means = weight_means_of(
      {.value = exercise1::W, .rows = tokens, .cols = tokens, .rule = Softmax{"masked"}});
  CHECK(means.entropy == Approx(arma::mean(exercise1::entropies)).margin(kTolerance));
  CHECK(means.max_entropy == Approx(std::log(3.0)).margin(kTolerance));
  // The diagonal, and the first column: (.4011 + .4011 + .5035) / 3, (.4011 + .1978 + .2483) / 3
  REQUIRE(means.self);
  CHECK(*means.self == Approx(arma::trace(exercise1::W) / 3).margin(kTolerance));
  CHECK(*means.self == Approx(0.4352380).margin(1e-7));
  CHECK(means.first == Approx(0.2823810).margin(1e-7));
}

TEST_CASE("weight_means_of: the most entropy is over the keys that are open", "[trace][facts]") {
  const Axis tokens{"query", {"a", "b", "c"}};
  const WeightMeans means =
      weight_means_of({.value = exercise1::causal_W,
                       .rows = tokens,
                       .cols = tokens,
                       .rule = Softmax{"masked"},
                       .blocked = {{0, kCausal, kCausal}, {0, 0, kCausal}, {0, 0, 0}}});
  CHECK(means.entropy == Approx(arma::mean(exercise1::causal_entropies)).margin(kTolerance));
  CHECK(means.max_entropy == Approx(std::log(6.0) / 3).margin(kTolerance));  // ln 1 + ln 2 + ln 3
}

TEST_CASE("weight_means_of: other tokens are not a query's own place", "[trace][facts]") {
  const Stage cross{.value = {{0.5, 0.5}, {1, 0}},
                    .rows = {"query", {"a", "b"}},
                    .cols = {"key", {"c", "d"}},
                    .rule = Softmax{"masked"}};
  CHECK_FALSE(weight_means_of(cross).self);
  CHECK(weight_means_of(cross).first == 0.75);
}

TEST_CASE("weight_means_of: neighbours and distance of self-attention", "[trace][facts]") {
  const Axis tokens{"query", {"a", "b", "c"}};
  const Stage stage{.value = {{0.5, 0.25, 0.25}, {0, 1, 0}, {0.5, 0.5, 0}},
                    .rows = tokens,
                    .cols = tokens,
                    .rule = Softmax{"masked"}};
  const WeightMeans means = weight_means_of(stage);
  CHECK(means.neighbours == 0.25);  // (.25 + 0 + .5) / 3
  CHECK(means.distance == 0.75);    // (.25 + 2·.25 + 0 + 2·.5 + .5) / 3
  Stage cross = stage;
  cross.cols.labels = {"d", "e", "f"};
  CHECK_FALSE(weight_means_of(cross).neighbours);
  CHECK_FALSE(weight_means_of(cross).distance);
}

TEST_CASE("evenly_spread: the chapters' five words", "[trace][facts]") {
  const Axis tokens{"query", {"The", "quick", "brown", "fox", "jumps"}};
  arma::mat first(5, 5, arma::fill::zeros);
  first.col(0).fill(1.0);
  const Stage even =
      evenly_spread({.value = first, .rows = tokens, .cols = tokens, .rule = Softmax{"masked"}});
  const WeightMeans means = weight_means_of(even);
  CHECK(means.entropy == Approx(std::log(5.0)).margin(kTolerance));
  CHECK(*means.neighbours == Approx(0.32).margin(kTolerance));
  CHECK(*means.distance == Approx(1.6).margin(kTolerance));
}

TEST_CASE("evenly_spread: over the keys that are open, and nothing stays nothing",
          "[trace][facts]") {
  Stage stage{.value = {{1, 0, 0}, {0.9, 0.1, 0}, {0, 0, 0}},
              .rule = Softmax{"masked"},
              .blocked = {{0, kCausal, kCausal}, {0, 0, kCausal}, {kMask, kMask, kMask}}};
  CHECK(difference(evenly_spread(stage).value, {{1, 0, 0}, {0.5, 0.5, 0}, {0, 0, 0}}) == "");
  stage.value.row(2).fill(1.0 / 3);  // an empty row that was given weights all the same
  CHECK(difference(evenly_spread(stage).value.row(2),
                   arma::rowvec(3, arma::fill::value(1.0 / 3))) == "");
  stage.value.row(2).fill(kNaN);
  CHECK(difference(evenly_spread(stage).value.row(2), arma::rowvec(3, arma::fill::zeros)) == "");
}

TEST_CASE("weight_means_of: queries that attend to nothing do not count", "[trace][facts]") {
  const Axis tokens{"query", {"a", "b"}};
  Stage stage{.value = {{0, 0}, {0.5, 0.5}},
              .rows = tokens,
              .cols = tokens,
              .rule = Softmax{"masked"},
              .blocked = {{kMask, kMask}, {0, 0}}};
  for (const double empty : {0.0, kNaN}) {
    stage.value.row(0).fill(empty);
    const WeightMeans means = weight_means_of(stage);
    CHECK(means.entropy == Approx(std::log(2.0)).margin(kTolerance));
    CHECK(means.max_entropy == Approx(std::log(2.0)).margin(kTolerance));
    CHECK(means.first == 0.5);
    CHECK(means.self == 0.5);
  }
  stage.value.fill(0.0);
  const WeightMeans nothing = weight_means_of(stage);
  CHECK(nothing.entropy == 0.0);
  CHECK(nothing.max_entropy == 0.0);
  CHECK(nothing.first == 0.0);
  CHECK(nothing.self == 0.0);
}

TEST_CASE("facts_of: the strongest key is the first of those that are equal", "[trace][facts]") {
  const auto keys = [](const WeightRow& row) {
    return arma::conv_to<std::vector<int>>::from(row.equally_strong);
  };
  const double more = 0.4 + 1e-16;  // the same but for rounding
  const Facts facts = facts_of({.value = {{0.4, 0.2, more}, {0.2, 0.5, 0.3}, {0, 0, 0}},
                                .rule = Softmax{"masked"},
                                .blocked = {{0, 0, 0}, {0, 0, 0}, {kMask, kMask, kMask}}});
  CHECK(facts.weight_rows[0].strongest == 0u);
  CHECK(keys(facts.weight_rows[0]) == std::vector{0, 2});
  CHECK(keys(facts.weight_rows[1]) == std::vector{1});
  CHECK(keys(facts.weight_rows[2]).empty());
}
