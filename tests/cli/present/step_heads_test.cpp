#include "cli/present/shown.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/walk.hpp"

// A walk through the stages of several heads.

namespace {

Walk heads_walk(unsigned rows, unsigned columns, const std::string& flags = "") {
  return {rows, columns, "attn mha 'The cat sat' --causal --step " + flags};
}

}  // namespace

TEST_CASE("step_through: brackets move between heads at the same stage") {
  Walk walk = heads_walk(30, 120, "--heads 4");
  REQUIRE(walk.shows("[INPUT]"));
  CHECK(walk.screen().shows("head 0  head 1  head 2  head 3"));
  walk.press("]");  // from outside: the first head
  REQUIRE(walk.shows("head 0: [QUERY]"));
  walk.press("    ");
  REQUIRE(walk.shows("head 0: query  key  value  scores  [SCALED]"));
  walk.press("]");
  REQUIRE(walk.shows("head 1: query  key  value  scores  [SCALED]"));
  walk.press("]]");
  REQUIRE(walk.shows("head 3: query  key  value  scores  [SCALED]"));
  const std::string last = walk.screen().text();
  walk.press("]");  // there is no further head
  walk.press("[");
  REQUIRE(walk.shows("head 2: query  key  value  scores  [SCALED]"));
  walk.press("]");
  REQUIRE(walk.shows("head 3: query  key  value  scores  [SCALED]"));
  CHECK(walk.screen().text() == last);
  walk.press("[[[");
  REQUIRE(walk.shows("head 0: query  key  value  scores  [SCALED]"));
  walk.press("[");
  walk.press("b");
  REQUIRE(walk.shows("head 0: query  key  value  [SCORES]  scaled"));
}

TEST_CASE("step_through: after the heads comes what they make together") {
  Walk walk = heads_walk(30, 120, "--average");
  REQUIRE(walk.shows("[INPUT]"));
  walk.press("G");
  REQUIRE(walk.shows("[PROJECTED]"));
  CHECK(walk.screen().shows("head 0  head 1  average  concat"));
  walk.press("[");  // back into the last head
  REQUIRE(walk.shows("head 1: query  key  value  scores  scaled  masked  weights  [OUTPUT]"));
  walk.press("n");
  REQUIRE(walk.shows("[AVERAGE]"));
  walk.press("n");
  REQUIRE(walk.shows("concat[The, 0] = head 0 O"));
  walk.press("\033[C\033[C\033[B");
  REQUIRE(walk.shows("concat[cat, 2] = head 1 O"));
}

TEST_CASE("step_through: the chosen cell stays when the head changes") {
  Walk walk = heads_walk(30, 80, "--stage scores");
  REQUIRE(walk.shows("head 0: [SCORES]"));
  walk.press("\033[B\033[B\033[C");
  REQUIRE(walk.shows("S[sat, cat] ="));
  const std::string first = walk.screen().text();
  walk.press("]");
  REQUIRE(walk.shows("head 1: [SCORES]"));
  CHECK(walk.screen().shows("S[sat, cat] ="));
  walk.press("[");
  REQUIRE(walk.shows("head 0: [SCORES]"));
  CHECK(walk.screen().text() == first);
}

TEST_CASE("step_through: the help names the keys for heads") {
  Walk walk = heads_walk(30, 80);
  REQUIRE(walk.shows("[INPUT]"));
  walk.press("?");
  REQUIRE(walk.terminal.wait_for("[, ]              the same stage of the previous or next head"));
}

TEST_CASE("step_through: many heads fit a narrow window") {
  Walk walk = heads_walk(24, 40, "--d-model 8 --heads 8 --kv-heads 2");
  REQUIRE(walk.shows("[INPUT]"));
  walk.press("]]]]]]");
  REQUIRE(walk.shows("head 5: [QUERY]"));
  for (int stage = 0; stage < 8; ++stage) walk.press(" ");
  REQUIRE(walk.shows("head 6: [QUERY]"));
  walk.press("  ");
  REQUIRE(walk.shows("kv head 1"));
  walk.press("G");
  REQUIRE(walk.shows("[PROJECTED]"));
  CHECK(walk.screen().n_wrapped() == 0);
  CHECK(walk.screen().n_scrolled() == 0);
}

TEST_CASE("step_through: brackets mean nothing where there are no heads") {
  Walk walk(24, 80, "attn attend a --step");
  REQUIRE(walk.shows("[INPUT]"));
  const std::string first = walk.text();
  walk.press("[]n");
  REQUIRE(walk.shows("[QUERY]"));
  walk.press("[]b");
  REQUIRE(walk.shows("[INPUT]"));
  CHECK(walk.text() == first);
}
