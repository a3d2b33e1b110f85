#include "trace/trace.hpp"

#include <stdexcept>

#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("record: keeps every stage in order and returns the recorded value", "[trace][trace]") {
  Trace trace;
  const arma::mat& scores = trace.record({.id = "scores", .value = {{1, 2}, {3, 4}}});
  CHECK(&scores == &trace.stages.front().value);
  for (int round = 0; round < 100; ++round) trace.record({.id = "weights"});
  // Recording more moves nothing: a mechanism goes on computing with what it got.
  CHECK(&scores == &trace.stages.front().value);
  CHECK(difference(scores, {{1, 2}, {3, 4}}) == "");
  CHECK(trace.stages.size() == 101);
}

TEST_CASE("stage: is found by its id and group", "[trace][trace]") {
  Trace trace;
  trace.record({.id = "weights", .group = "head 0"});
  trace.record({.id = "weights", .group = "head 1"});
  trace.record({.id = "output"});
  CHECK(&trace.stage("weights", "head 1") == &trace.stages[1]);
  CHECK(&trace.stage("output") == &trace.stages[2]);
}

TEST_CASE("find: a stage that was not recorded is null", "[trace][trace]") {
  Trace trace;
  trace.record({.id = "weights", .group = "head 0"});
  trace.record({.id = "output"});
  CHECK(trace.find("weights", "head 0") == &trace.stages[0]);
  CHECK(trace.find("output") == &trace.stages[1]);
  CHECK(trace.find("weights") == nullptr);  // a head's is not the whole's
  CHECK(trace.find("scores") == nullptr);
}

TEST_CASE("stage: one that was not recorded is our own mistake", "[trace][trace][error]") {
  Trace trace;
  trace.record({.id = "weights", .group = "head 0"});
  CHECK_THROWS_MATCHES(trace.stage("output"), std::out_of_range,
                       Message("Trace::stage: no stage output"));
  CHECK_THROWS_AS(trace.stage("weights"), std::out_of_range);
}

TEST_CASE("repeats_its_source: an idle scale or mask", "[trace][trace]") {
  CHECK(repeats_its_source({.rule = Scaling{"scores", 1.0, true}}));
  CHECK(repeats_its_source({.rule = Masking{"scaled"}}));
}

TEST_CASE("repeats_its_source: never where a cell was computed or blocked", "[trace][trace]") {
  CHECK_FALSE(repeats_its_source({.rule = Scaling{"scores", 2.0, true}}));
  CHECK_FALSE(repeats_its_source({.rule = Masking{"scaled"}, .blocked = BlockedCells(1, 1)}));
  CHECK_FALSE(repeats_its_source({.rule = Given{}}));
  CHECK_FALSE(repeats_its_source({.rule = Product{"query", "key", true}}));
  CHECK_FALSE(repeats_its_source({.rule = Softmax{"masked"}}));
}

TEST_CASE("source_of: the sibling in the same group comes first", "[trace][trace]") {
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

TEST_CASE("place_name: the label, or the number where there is none", "[trace][trace]") {
  CHECK(Axis{"key", {"the", "cat"}}.place_name(1) == "cat");
  CHECK(Axis{"d_model"}.place_name(12) == "12");
}

TEST_CASE("in_every_group: the heads in order and not the whole", "[trace][trace]") {
  Trace trace;
  trace.record({.id = "output", .group = "head 1"});
  trace.record({.id = "output"});
  trace.record({.id = "weights", .group = "head 0"});
  trace.record({.id = "output", .group = "head 0"});
  CHECK(trace.in_every_group("output") ==
        std::vector<const Stage*>{&trace.stages[0], &trace.stages[3]});
  CHECK(trace.in_every_group("scores").empty());
}

TEST_CASE("holds_shares: a softmax, and a mean of several", "[trace][trace]") {
  CHECK(holds_shares({.rule = Softmax{"masked"}}));
  CHECK(holds_shares({.rule = Mean{"weights"}}));
  CHECK_FALSE(holds_shares({.rule = Given{}}));
  CHECK_FALSE(holds_shares({.rule = Product{"weights", "value"}}));
  CHECK_FALSE(holds_shares({.rule = Masking{"scaled"}}));
  CHECK_FALSE(holds_shares({.rule = Concat{"output"}}));
}

TEST_CASE("repeats_its_source: parts, joins and means are matrices of their own",
          "[trace][trace]") {
  CHECK_FALSE(repeats_its_source({.rule = Columns{"query", 0}}));
  CHECK_FALSE(repeats_its_source({.rule = Concat{"output"}}));
  CHECK_FALSE(repeats_its_source({.rule = Mean{"weights"}}));
}

TEST_CASE("is_blocked, has_open_cell: what a mask and infinity close", "[trace]") {
  Stage stage{.id = "masked", .value = {{1.0, -arma::datum::inf}, {2.0, 3.0}}};
  CHECK_FALSE(is_blocked(stage, 0, 1));
  CHECK_FALSE(has_open_cell(stage, 0, 1));
  CHECK(has_open_cell(stage, 1, 0));
  stage.blocked = BlockedCells{{0, 0}, {static_cast<unsigned char>(Blocked::causal), 0}};
  CHECK(is_blocked(stage, 1, 0));
  CHECK_FALSE(has_open_cell(stage, 1, 0));
  CHECK(has_open_cell(stage, 1, 1));
}

TEST_CASE("find_place: by its label, else by its number", "[trace][trace]") {
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

TEST_CASE("hides_blocked: where a blocked cell has no say", "[trace][trace]") {
  CHECK(hides_blocked({.id = "weights", .rule = Softmax{"masked"}}));
  CHECK(hides_blocked({.id = "d_weights", .gradient_of = "weights"}));
  CHECK(hides_blocked({.id = "jacobian", .rule = SoftmaxJacobian{"weights", 0}}));
  CHECK_FALSE(hides_blocked({.id = "masked", .rule = Masking{"scaled"}}));
}
