#include "trace/trace.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

TEST_CASE("record: keeps every stage in order and returns the recorded value") {
  Trace trace;
  const arma::mat& scores = trace.record({.id = "scores", .value = {{1, 2}, {3, 4}}});
  CHECK(&scores == &trace.stages.front().value);
  for (int round = 0; round < 100; ++round) trace.record({.id = "weights"});
  // Recording more moves nothing: a mechanism goes on computing with what it got.
  CHECK(&scores == &trace.stages.front().value);
  CHECK(difference(scores, {{1, 2}, {3, 4}}) == "");
  CHECK(trace.stages.size() == 101);
}

TEST_CASE("stage: is found by its id and group") {
  Trace trace;
  trace.record({.id = "weights", .group = "head 0"});
  trace.record({.id = "weights", .group = "head 1"});
  trace.record({.id = "output"});
  CHECK(&trace.stage("weights", "head 1") == &trace.stages[1]);
  CHECK(&trace.stage("output") == &trace.stages[2]);
}

TEST_CASE("find: a stage that was not recorded is null") {
  Trace trace;
  trace.record({.id = "weights", .group = "head 0"});
  trace.record({.id = "output"});
  CHECK(trace.find("weights", "head 0") == &trace.stages[0]);
  CHECK(trace.find("output") == &trace.stages[1]);
  CHECK(trace.find("weights") == nullptr);  // a head's is not the whole's
  CHECK(trace.find("scores") == nullptr);
}

TEST_CASE("stage: one that was not recorded is our own mistake") {
  Trace trace;
  trace.record({.id = "weights", .group = "head 0"});
  CHECK_THROWS_MATCHES(trace.stage("output"), std::out_of_range,
                       Message("Trace::stage: no stage output"));
  CHECK_THROWS_AS(trace.stage("weights"), std::out_of_range);
}

TEST_CASE("repeats_its_source: an idle scale or mask") {
  CHECK(repeats_its_source({.rule = Scaling{rule::cell("scores"), 1.0, true}}));
  CHECK(repeats_its_source({.rule = Masking{"scaled"}}));
}

TEST_CASE("repeats_its_source: never where a cell was computed or blocked") {
  CHECK_FALSE(repeats_its_source({.rule = Scaling{rule::cell("scores"), 2.0, true}}));
  CHECK_FALSE(repeats_its_source({.rule = Scaling{rule::sine_of("scores"), 1.0, true}}));
  CHECK_FALSE(repeats_its_source({.rule = Masking{"scaled"}, .blocked = BlockedCells(1, 1)}));
  CHECK_FALSE(repeats_its_source({.rule = Given{}}));
  CHECK_FALSE(repeats_its_source({.rule = Product{"query", "key", true}}));
  CHECK_FALSE(repeats_its_source({.rule = Softmax{"masked"}}));
}

TEST_CASE("source_of: the sibling in the same group comes first") {
  Trace trace;
  trace.record({.id = "query"});
  trace.record({.id = "wq"});
  trace.record({.id = "query", .group = "head 0"});
  trace.record({.id = "query", .group = "head 1"});
  trace.record({.id = "scores", .group = "head 1"});
  const Stage& scores = trace.stages.back();
  CHECK(&trace.source_of(scores, "query") == &trace.stages[3]);
  CHECK(&trace.source_of(scores, "wq") == &trace.stages[1]);  // nobody in the group has that name
  CHECK(&trace.source_of(trace.stages[1], "query") == &trace.stages[0]);
  // What only another head has is not meant.
  trace.record({.id = "key", .group = "head 0"});
  CHECK_THROWS_MATCHES(trace.source_of(scores, "key"), std::out_of_range,
                       Message("Trace::stage: no stage key"));
}

TEST_CASE("place_name: the label, or the number where there is none") {
  CHECK(Axis{"key", {"the", "cat"}}.place_name(1) == "cat");
  CHECK(Axis{"d_model"}.place_name(12) == "12");
}

TEST_CASE("in_every_group: the heads in order and not the whole") {
  Trace trace;
  trace.record({.id = "output", .group = "head 1"});
  trace.record({.id = "output"});
  trace.record({.id = "weights", .group = "head 0"});
  trace.record({.id = "output", .group = "head 0"});
  CHECK(trace.in_every_group("output") ==
        std::vector<const Stage*>{&trace.stages[0], &trace.stages[3]});
  CHECK(trace.in_every_group("scores").empty());
}

TEST_CASE("holds_shares: a softmax, and a mean of several") {
  CHECK(holds_shares({.rule = Softmax{"masked"}}));
  CHECK(holds_shares({.rule = Mean{"weights"}}));
  CHECK_FALSE(holds_shares({.rule = Given{}}));
  CHECK_FALSE(holds_shares({.rule = Product{"weights", "value"}}));
  CHECK_FALSE(holds_shares({.rule = Masking{"scaled"}}));
  CHECK_FALSE(holds_shares({.rule = Concat{"output"}}));
}

TEST_CASE("repeats_its_source: parts, joins and means are matrices of their own") {
  CHECK_FALSE(repeats_its_source({.rule = Columns{"query", 0}}));
  CHECK_FALSE(repeats_its_source({.rule = Concat{"output"}}));
  CHECK_FALSE(repeats_its_source({.rule = Mean{"weights"}}));
}

TEST_CASE("is_blocked, has_open_cell: what a mask and infinity close") {
  Stage stage{.id = "masked", .value = {{1.0, -arma::datum::inf}, {2.0, 3.0}}};
  CHECK_FALSE(is_blocked(stage, 0, 1));
  CHECK_FALSE(has_open_cell(stage, 0, 1));
  CHECK(has_open_cell(stage, 1, 0));
  stage.blocked = BlockedCells{{0, 0}, {static_cast<unsigned char>(Blocked::causal), 0}};
  CHECK(is_blocked(stage, 1, 0));
  CHECK_FALSE(has_open_cell(stage, 1, 0));
  CHECK(has_open_cell(stage, 1, 1));
}

TEST_CASE("find_place: by its label, else by its number") {
  const Axis axis{"query", {"a", "1", "b", "b"}};
  CHECK(axis.find_place("a", 4) == 0);
  CHECK(axis.find_place("1", 4) == 1);  // the label goes first
  CHECK(axis.find_place("3", 4) == 3);
  for (const char* none : {"b", "4", "-1", "", "1e0", "99999999999999999999"})
    CHECK_FALSE(axis.find_place(none, 4));
  CHECK(Axis{"key", {"1", "+", "1"}}.find_place("1", 3) == 1);  // of two labels neither
  CHECK(Axis{}.find_place("2", 3) == 2);
  CHECK_FALSE(Axis{}.find_place("2", 2));
}

TEST_CASE("hides_blocked: where a blocked cell has no say") {
  CHECK(hides_blocked({.id = "weights", .rule = Softmax{"masked"}}));
  CHECK(hides_blocked({.id = "d_weights", .gradient_of = "weights"}));
  CHECK(hides_blocked({.id = "jacobian", .rule = SoftmaxJacobian{"weights", 0}}));
  CHECK_FALSE(hides_blocked({.id = "masked", .rule = Masking{"scaled"}}));
}

namespace {

Stage scores_of(std::uint64_t n_batch) {
  return {.id = "scores",
          .value = arma::zeros(5, 7),
          .rows = {"query", {}},
          .cols = {"key", {}},
          .n_batch = n_batch};
}

TEST_CASE("named_shape: the batch first, then the heads") {
  CHECK(named_shape(scores_of(0)) == "(query 5, key 7)");
  CHECK(named_shape(scores_of(2)) == "(batch 2, query 5, key 7)");
  CHECK(named_shape(scores_of(0), {.n_heads = 8}) == "(head 8, query 5, key 7)");
  CHECK(named_shape(scores_of(2), {"kv head", 3}) == "(batch 2, kv head 3, query 5, key 7)");
}

TEST_CASE("named_shape: a batch of one has an axis, too") {
  CHECK(named_shape(scores_of(1)) == "(batch 1, query 5, key 7)");
}

TEST_CASE("short_shape: the last axis has no name") {
  CHECK(short_shape(scores_of(0)) == "(query 5, 7)");
  CHECK(short_shape(scores_of(2)) == "(batch 2, query 5, 7)");
}

TEST_CASE("sizes_of: a number for each axis") {
  using Sizes = std::vector<std::uint64_t>;
  CHECK(sizes_of(scores_of(0)) == Sizes{5, 7});
  CHECK(sizes_of(scores_of(2)) == Sizes{2, 5, 7});
  CHECK(sizes_of(scores_of(2), {.n_heads = 3}) == Sizes{2, 3, 5, 7});
  CHECK(bare_shape(scores_of(0)) == "5 x 7");
  CHECK(bare_shape(scores_of(2)) == "2 x 5 x 7");
  CHECK(tuple_shape(sizes_of(scores_of(2))) == "(2, 5, 7)");
}

TEST_CASE("n_numbers: the product of the axes") {
  CHECK(n_numbers(scores_of(0)) == 35);
  CHECK(n_numbers(scores_of(2)) == 70);
  CHECK(n_numbers(scores_of(2), {.n_heads = 3}) == 210);
  CHECK(n_numbers(scores_of(1'000'000), {.n_heads = 1024}) == 35'840'000'000);
}

constexpr auto kCausal = static_cast<unsigned char>(Blocked::causal);
constexpr auto kMask = static_cast<unsigned char>(Blocked::mask);

TEST_CASE("facts_of: count zeros and blocked cells") {
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

TEST_CASE("facts_of: only weights have facts for each row") {
  CHECK(facts_of({.value = exercise1::W}).weight_rows.empty());
  CHECK(facts_of({.value = exercise1::W, .rule = Softmax{"masked"}}).weight_rows.size() == 3);
}

TEST_CASE("facts_of: weights say how spread out each row is") {
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

TEST_CASE("facts_of: a row that may attend to nothing has no strongest key") {
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

TEST_CASE("facts_of: a mean of weights has facts for each row as well") {
  const Facts facts = facts_of({.value = {{0.25, 0.75}}, .rule = Mean{"weights"}});
  REQUIRE(facts.weight_rows.size() == 1);
  CHECK(facts.weight_rows[0].strongest == 1u);
  CHECK(facts.weight_rows[0].max_entropy == Approx(std::log(2.0)).margin(kTolerance));
}

TEST_CASE("weight_means_of: are means over the queries") {
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

TEST_CASE("weight_means_of: the most entropy is over the keys that are open") {
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

TEST_CASE("weight_means_of: other tokens are not a query's own place") {
  const Stage cross{.value = {{0.5, 0.5}, {1, 0}},
                    .rows = {"query", {"a", "b"}},
                    .cols = {"key", {"c", "d"}},
                    .rule = Softmax{"masked"}};
  CHECK_FALSE(weight_means_of(cross).self);
  CHECK(weight_means_of(cross).first == 0.75);
}

TEST_CASE("weight_means_of: neighbours and distance of self-attention") {
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

TEST_CASE("evenly_spread: the chapters' five words") {
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

TEST_CASE("evenly_spread: over the keys that are open, and nothing stays nothing") {
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

TEST_CASE("weight_means_of: queries that attend to nothing do not count") {
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

TEST_CASE("facts_of: the strongest key is the first of those that are equal") {
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

}  // namespace
