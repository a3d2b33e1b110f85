#include "cli/attention/lookup_flags.hpp"

#include "base/message.hpp"
#include "mechanisms/attention/attention.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

Trace one_row_of_scores() {
  GivenAttention problem;
  problem.scale.kind = Scale::Kind::off;
  problem.given = {{1, 2}};
  problem.query_tokens = {"q"};
  problem.key_tokens = {"a", "b"};
  return given_attention(problem);
}

std::string ids_of_tables(const LookupFlags& flags) {
  Trace trace = one_row_of_scores();
  flags.add_tables(trace);
  std::string ids;
  for (const Table& table : trace.tables) ids += table.id + " ";
  return ids;
}

}  // namespace

TEST_CASE("LookupFlags: each asks for its table", "[cli][lookup]") {
  CHECK(ids_of_tables({}) == "");
  CHECK(ids_of_tables({.entries = typed("--entries", "x|y")}) == "lookup ");
  CHECK(ids_of_tables({.threshold = typed("--threshold", "1.5")}) == "lookup ");
  CHECK(ids_of_tables({.received = typed("--received")}) == "received ");
}

TEST_CASE("LookupFlags: refuses screens without tables", "[cli][lookup][error]") {
  ViewFlags view;
  const LookupFlags flags{.received = typed("--received")};
  CHECK_NOTHROW(flags.refuse_beside_no_tables(view));
  type(view.summary);
  CHECK_THROWS_MATCHES(flags.refuse_beside_no_tables(view), InputError,
                       Message("--received and --summary cannot be used together."));
}
