#include "mechanisms/record_group.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("record_group: the stages of another trace under a name", "[mechanisms][record_group]") {
  Trace part, trace;
  part.record({.id = "scores", .value = {{1, 2}}});
  part.record({.id = "weights", .value = {{3, 4}}});
  record_group(trace, part, "before");
  record_group(trace, part, "after");
  REQUIRE(trace.stages.size() == 4);
  CHECK(trace.stage("weights", "after").value(0, 1) == 4.0);
  CHECK(trace.in_every_group("scores").size() == 2);
}
