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
