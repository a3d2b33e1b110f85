#include "render/matrix/permission.hpp"

#include "base/message.hpp"
#include "mechanisms/mask/mask.hpp"
#include "render/rendered.hpp"
#include "render/trace/spelled_out.hpp"
#include "render/trace/stage_text.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Trace mock_trace() {
  const std::vector<std::string> tokens{"<s>", "The", "cat", "sat", "<pad>", "<pad>"};
  return masking({.query_tokens = tokens,
                  .key_tokens = tokens,
                  .pattern = {.causal = true, .padded_keys = {4, 5}, .window = 3}});
}

std::string drawn(const Trace& trace, const Layout& layout) {
  return stage_text(trace, trace.stage("mask"), layout);
}

Trace causal_trace(arma::uword n) {
  const std::vector<std::string> tokens(n, "token");
  return masking({.query_tokens = tokens, .key_tokens = tokens, .pattern = {.causal = true}});
}

}  // namespace

TEST_CASE("permission: open cells, letters of reasons, and how many are allowed",
          "[render][permission]") {
  const std::string text = drawn(mock_trace(), {});
  CHECK(contains(text,
                 "           <s>    The    cat    sat   <pad>  <pad>   allowed\n"
                 "     <s>    #      c      c      c      c      c           1\n"
                 "     The    #      #      c      c      c      c           2\n"
                 "     cat    #      #      #      c      c      c           3\n"
                 "     sat    w      #      #      #      c      c           3\n"
                 "   <pad>    w      w      #      #      p      c           2\n"
                 "   <pad>    w      w      w      #      p      p           1\n"));
  CHECK(contains(text,
                 "   #   may attend: 12 of 36\n"
                 "   c   the future: 15\n"
                 "   p   padding: 3\n"
                 "   w   outside the window of 3: 6\n"));
  CHECK(misfit(text, 80) == "");
}

TEST_CASE("permission: letters touch where columns would not fit", "[render][permission]") {
  Layout layout;
  layout.width = 40;
  const std::string text = drawn(causal_trace(20), layout);
  CHECK(contains(text, " #ccccccccccccccccccc "));
  CHECK(contains(text, " ####################  "));
  CHECK(misfit(text, 40) == "");
  layout.width = 200;
  layout.view = View::heat;
  CHECK(contains(drawn(causal_trace(20), layout), " #ccccccccccccccccccc "));
}

TEST_CASE("permission: what is left out has one dot a column", "[render][permission]") {
  Layout layout;
  layout.max_rows = 5;
  const std::string text = drawn(causal_trace(60), layout);
  CHECK(contains(text, "   .. " + std::string(60, '.') + "\n"));
  CHECK(contains(text, ".. rows left out: 56 of 60"));
}

TEST_CASE("permission: rows keep their names where columns are left out", "[render][permission]") {
  Layout layout;
  layout.width = 60;
  CHECK(contains(drawn(causal_trace(99), layout), "   tok… #cccc"));
}

TEST_CASE("permission: as numbers it is a matrix", "[render][permission]") {
  Layout layout;
  layout.view = View::numbers;
  const std::string text = drawn(causal_trace(2), layout);
  CHECK(contains(text, "⎡     1      0 ⎤"));
  CHECK(contains(text, "   1   may attend: 3 of 4\n   0   the future: 1\n"));
}

TEST_CASE("permission: nothing of ours is beyond ASCII", "[render][permission]") {
  Layout layout;
  layout.glyphs = Glyphs::ascii;
  CHECK(is_ascii(drawn(mock_trace(), layout)));
}

TEST_CASE("permission: a sentence says why", "[render][permission]") {
  const Trace trace = mock_trace();
  const Stage& mask = trace.stage("mask");
  CHECK(permission_sentence(mask, {3, 0}) ==
        "\"sat\" may not attend to \"<s>\": outside the window of 3.");
  CHECK(permission_sentence(mask, {5, 4}) == "\"<pad>\" may not attend to \"<pad>\": padding.");
  CHECK(permission_sentence(mask, {0, 5}) == "\"<s>\" may not attend to \"<pad>\": the future.");
  CHECK(permission_sentence(mask, {2, 1}) == "\"cat\" may attend to \"The\".");
  CHECK(spelled_out(trace, mask, {3, 0}, {}) ==
        "mask[sat, <s>] = 0. \"sat\" may not attend to \"<s>\": outside the window of 3.");
}

TEST_CASE("permission: a mask that blocks nothing has no letters", "[render][permission]") {
  const Trace trace =
      masking({.query_tokens = {"a", "b"}, .key_tokens = {"a", "b"}, .pattern = {.window = 9}});
  CHECK(contains(drawn(trace, {}), "   #   may attend: 4 of 4\n"));
  CHECK_FALSE(contains(drawn(trace, {}), "window of 9"));
}
