#include "render/picture/flow_drawing.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string flow(const std::vector<FlowRank>& ranks) {
  std::string text;
  for (const std::string& line : draw_flow(ranks).lines) text += line + "\n";
  return "\n" + without_trailing_spaces(text);
}

}  // namespace

TEST_CASE("draw_flow: one after another", "[render][picture]") {
  CHECK(flow({{{{"S"}}}, {{{"A"}}}}) == R"(
 S
 |
 v
 A
)");
}

TEST_CASE("draw_flow: lines part and meet again", "[render][picture]") {
  CHECK(flow({{{{"X"}}}, {{{"Q"}}, {{"K"}}, {{"V"}}}, {{{"O = A V"}}}}) == R"(
    X
    |
 +--+--+
 v  v  v
 Q  K  V
 |  |  |
 +--+--+
    v
 O = A V
)");
}

TEST_CASE("draw_flow: no line leads to what is left out", "[render][picture]") {
  CHECK(flow({{{{"X"}}}, {{{"head 0", "Q"}}, {{".."}, true}, {{"head 9", "Q"}}}}) == R"(
          X
          |
    +-----+-----+
    v           v
 head 0  ..  head 9
   Q           Q
)");
}

TEST_CASE("width_of: boxes and what is between them", "[render][picture]") {
  CHECK(width_of({{{"ab", "abc"}}, {{"猫"}}}) == 3 + 2 + 2);
}
