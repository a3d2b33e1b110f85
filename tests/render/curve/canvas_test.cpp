#include "render/curve/canvas.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("Canvas: an empty one is blank", "[render][canvas]") {
  CHECK(Canvas(3, 2, Glyphs::unicode).lines() == Lines{"   ", "   "});
  CHECK(Canvas(2, 1, Glyphs::ascii).lines() == Lines{"  "});
}

TEST_CASE("Canvas: every Braille dot has its place", "[render][canvas]") {
  const Lines expected{"⡀", "⠄", "⠂", "⠁", "⢀", "⠠", "⠐", "⠈"};
  for (unsigned x = 0; x < 2; ++x)
    for (unsigned y = 0; y < 4; ++y) {
      Canvas canvas(1, 1, Glyphs::unicode);
      canvas.set(x, y);
      CHECK(canvas.lines() == Lines{expected[4 * x + y]});
    }
}

TEST_CASE("Canvas: all dots fill a character, and lines count from the top", "[render][canvas]") {
  Canvas canvas(2, 2, Glyphs::unicode);
  REQUIRE(canvas.n_across() == 4);
  REQUIRE(canvas.n_up() == 8);
  for (unsigned x = 0; x < 2; ++x)
    for (unsigned y = 0; y < 4; ++y) canvas.set(x, y);
  canvas.set(3, 7);
  CHECK(canvas.lines() == Lines{" ⠈", "⣿ "});
}

TEST_CASE("Canvas: ASCII has three heights a line, and a stroke for more", "[render][canvas]") {
  Canvas canvas(5, 1, Glyphs::ascii);
  REQUIRE(canvas.n_across() == 5);
  REQUIRE(canvas.n_up() == 3);
  canvas.set(0, 0);
  canvas.set(1, 1);
  canvas.set(2, 2);
  canvas.set(4, 0);
  canvas.set(4, 2);
  CHECK(canvas.lines() == Lines{".-' |"});
}

TEST_CASE("Canvas: a dotted line stands behind the dots", "[render][canvas]") {
  Canvas canvas(2, 2, Glyphs::unicode);
  canvas.rule(1);
  canvas.set(0, 7);
  canvas.set(1, 7);
  canvas.set(2, 0);
  CHECK(canvas.lines() == Lines{"⠩ ", "⠨⡀"});

  Canvas ascii(2, 3, Glyphs::ascii);
  ascii.rule(0);
  ascii.set(0, 4);
  CHECK(ascii.lines() == Lines{": ", "- ", ": "});
}

TEST_CASE("Canvas: the nearest of several dots", "[render][canvas]") {
  CHECK(Canvas::nearest(0.0, 5) == 0);
  CHECK(Canvas::nearest(0.3, 5) == 1);
  CHECK(Canvas::nearest(0.625, 5) == 3);  // halfway from 2 to 3
  CHECK(Canvas::nearest(1.0, 5) == 4);
}
