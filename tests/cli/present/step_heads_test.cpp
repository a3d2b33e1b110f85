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
  REQUIRE(walk.replies("    ", "head 0: query  key  value  scores  [SCALED]"));
  REQUIRE(walk.replies("]", "head 1: query  key  value  scores  [SCALED]"));
  REQUIRE(walk.replies("]]", "head 3: query  key  value  scores  [SCALED]"));
  const std::string last = walk.screen().text();
  walk.press("]");  // there is no further head
  REQUIRE(walk.replies("[", "head 2: query  key  value  scores  [SCALED]"));
  REQUIRE(walk.replies("]", "head 3: query  key  value  scores  [SCALED]"));
  CHECK(walk.screen().text() == last);
  REQUIRE(walk.replies("[[[", "head 0: query  key  value  scores  [SCALED]"));
  walk.press("[");
  REQUIRE(walk.replies("b", "head 0: query  key  value  [SCORES]  scaled"));
}

TEST_CASE("step_through: after the heads comes what they make together") {
  Walk walk = heads_walk(30, 120, "--average");
  REQUIRE(walk.shows("[INPUT]"));
  REQUIRE(walk.replies("G", "[PROJECTED]"));
  CHECK(walk.screen().shows("head 0  head 1  average  concat"));
  walk.press("[");  // back into the last head
  REQUIRE(walk.shows("head 1: query  key  value  scores  scaled  masked  weights  [OUTPUT]"));
  REQUIRE(walk.replies("n", "[AVERAGE]"));
  REQUIRE(walk.replies("n", "concat[The, 0] = head 0 O"));
  REQUIRE(walk.replies("\033[C\033[C\033[B", "concat[cat, 2] = head 1 O"));
}

TEST_CASE("step_through: the chosen cell stays when the head changes") {
  Walk walk = heads_walk(30, 80, "--stage scores");
  REQUIRE(walk.shows("head 0: [SCORES]"));
  REQUIRE(walk.replies("\033[B\033[B\033[C", "S[sat, cat] ="));
  const std::string first = walk.screen().text();
  REQUIRE(walk.replies("]", "head 1: [SCORES]"));
  CHECK(walk.screen().shows("S[sat, cat] ="));
  REQUIRE(walk.replies("[", "head 0: [SCORES]"));
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
  REQUIRE(walk.replies("]]]]]]", "head 5: [QUERY]"));
  REQUIRE(walk.replies(std::string(8, ' '), "head 6: [QUERY]"));
  REQUIRE(walk.replies("  ", "kv head 1"));
  REQUIRE(walk.replies("G", "[PROJECTED]"));
  CHECK(walk.screen().n_wrapped() == 0);
  CHECK(walk.screen().n_scrolled() == 0);
}

TEST_CASE("step_through: brackets mean nothing where there are no heads") {
  Walk walk(24, 80, "attn attend a --step");
  REQUIRE(walk.shows("[INPUT]"));
  const std::string first = walk.text();
  REQUIRE(walk.replies("[]n", "[QUERY]"));
  REQUIRE(walk.replies("[]b", "[INPUT]"));
  CHECK(walk.text() == first);
}
