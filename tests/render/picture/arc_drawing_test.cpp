#include "render/picture/arc_drawing.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string drawn(const Block& block) {
  std::string text;
  for (const std::string& line : block.lines) {
    CHECK(display_width(line) == block.width);
    text += line + "\n";
  }
  return "\n" + without_trailing_spaces(text);
}

}  // namespace

TEST_CASE("lanes_of: arcs that meet lie in different lanes, short ones first",
          "[render][picture]") {
  CHECK(lanes_of({{7, 1}, {7, 5}, {10, 1}}) == std::vector<std::size_t>{1, 0, 2});
  CHECK(lanes_of({{0, 1}, {2, 3}}) == std::vector<std::size_t>{0, 0});
  CHECK(lanes_of({{0, 1}, {1, 2}}) == std::vector<std::size_t>{0, 1});  // an end in common
  CHECK(lanes_of({{0, 1}, {1, 0}}) == std::vector<std::size_t>{0, 1});
  CHECK(lanes_of({}).empty());
}

TEST_CASE("draw_on_a_line: to earlier words above, to later ones below", "[render][picture]") {
  const auto drawing =
      draw_on_a_line({{"a", "b", "c", "d"}, {{3, 0, ".62"}, {1, 2, ".5"}}, {}}, 40);
  REQUIRE(drawing);
  CHECK(drawing->n_drawn == 2);
  CHECK(drawn(drawing->block) == R"(
.---.62----.
v          |
a  b    c  d
   |    ^
   '-.5-'
)");
}

TEST_CASE("draw_on_a_line: an arc in the way of another keeps its value", "[render][picture]") {
  const auto drawing =
      draw_on_a_line({{"The", "cat", "sat"}, {{1, 0, ".9"}, {2, 0, ".7"}, {2, 1, ".8"}}, {}}, 40);
  REQUIRE(drawing);
  CHECK(drawn(drawing->block) == R"(
 .---.7----.
 |    .-.8-|
 |-.9-|    |
 v    v    |
The  cat  sat
)");
}

TEST_CASE("draw_on_a_line: wide characters count twice", "[render][picture]") {
  const auto drawing = draw_on_a_line({{"猫", "魚", "食べた"}, {{2, 0, ".4"}}, {}}, 40);
  REQUIRE(drawing);
  CHECK(drawn(drawing->block) == R"(
.---.4----.
v         |
猫  魚  食べた
)");
}

TEST_CASE("draw_on_a_line: not where the words or the arcs have no room", "[render][picture]") {
  CHECK_FALSE(draw_on_a_line({{"word", "word"}, {}, {}}, 9));
  CHECK(draw_on_a_line({{"word", "word"}, {}, {}}, 10));
  ArcPicture picture{numbered(9), {}, {}};
  for (std::size_t i = 1; i <= 6; ++i) picture.arcs.push_back({i, 0, ""});
  CHECK(draw_on_a_line(picture, 80));
  picture.arcs.push_back({7, 0, ""});  // a seventh level
  CHECK_FALSE(draw_on_a_line(picture, 80));
}

TEST_CASE("draw_below_one_another: brackets, and remarks where they fit", "[render][picture]") {
  const ArcPicture picture{{"animal", "the", "street", "it"},
                           {{3, 0, ".62"}, {3, 2, ".22"}},
                           {"", "", "", "animal .62, street .22"}};
  const ArcDrawing wide = draw_below_one_another(picture, layout_of(80), 77);
  CHECK(wide.has_remarks);
  CHECK(drawn(wide.block) == R"(
animal <---.
   the     |
street <-. |
    it --'-'  animal .62, street .22
)");
  const ArcDrawing narrow = draw_below_one_another(picture, layout_of(40), 30);
  CHECK_FALSE(narrow.has_remarks);
  CHECK(narrow.n_drawn == 2);
  CHECK(drawn(narrow.block) == R"(
animal <---.
   the     |
street <-. |
    it --'-'
)");
}

TEST_CASE("draw_below_one_another: the first arcs go before the others", "[render][picture]") {
  ArcPicture picture{{"a", "b", "c"}, {{2, 0, ""}, {1, 0, ""}, {2, 1, ""}}, {}};
  const ArcDrawing drawing = draw_below_one_another(picture, layout_of(40), 6);
  CHECK(drawing.n_drawn == 1);
  CHECK(drawn(drawing.block) == R"(
a <-.
b   |
c --'
)");
}

TEST_CASE("draw_below_one_another: a long word is cut with a mark", "[render][picture]") {
  const ArcPicture picture{{"uncharacteristically", "a"}, {{1, 0, ""}}, {}};
  CHECK(contains(draw_below_one_another(picture, layout_of(40), 40).block.lines[0],
                 "uncharacter… <-."));
  CHECK(contains(draw_below_one_another(picture, layout_of(40, Glyphs::ascii), 40).block.lines[0],
                 "uncharacter. <-."));
}
