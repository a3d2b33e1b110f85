#include "render/picture/bars.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string bars_in(const std::vector<Bar>& bars, unsigned width, Glyphs glyphs) {
  BarScale scale;
  take_in(scale, bars);
  const Block block = draw_bars(bars, scale, layout_of(width, glyphs), width);
  std::string text = "\n";
  for (const std::string& line : block.lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("draw_bars: from a common zero, the longest over all the room", "[render][picture]") {
  const std::vector<Bar> bars{{"fox", 0.8, ".8"}, {"dog", 0.4, ".4"}, {"the", 0.0, "0"}};
  CHECK(bars_in(bars, 19, Glyphs::ascii) == R"(
fox  ##########  .8
dog  #####       .4
the               0
)");
}

TEST_CASE("draw_bars: half a column is seen", "[render][picture]") {
  const std::vector<Bar> bars{{"a", 10, "10"}, {"b", 3.5, "3.5"}};
  CHECK(bars_in(bars, 18, Glyphs::unicode) == R"(
a  ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿   10
b  ⣿⣿⣿⡇        3.5
)");
}

TEST_CASE("draw_bars: what is negative grows to the left of an axis", "[render][picture]") {
  const std::vector<Bar> bars{{"a", -4, "-4"}, {"b", 6, "6"}, {"c", arma::datum::nan, "nan"}};
  CHECK(bars_in(bars, 19, Glyphs::ascii) == R"(
a  ####|         -4
b      |######    6
c      |        nan
)");
}

TEST_CASE("draw_bars: both sides of an axis fit into the width", "[render][picture]") {
  const std::vector<Bar> bars{{"a", -3, "-3"}, {"b", 2, "2"}};
  for (unsigned width = 24; width <= 60; ++width) {
    const Block block = draw_bars(
        bars,
        [&] {
          BarScale scale;
          take_in(scale, bars);
          return scale;
        }(),
        layout_of(width, Glyphs::ascii), width);
    CAPTURE(width);
    CHECK(block.width <= width);
  }
}

TEST_CASE("draw_bars: remarks, long labels and bars that end", "[render][picture]") {
  const std::vector<Bar> bars{{"internationalisation", 1, "1", "share"}};
  const std::string text = bars_in(bars, 200, Glyphs::ascii);
  CHECK(text == "\ninternational.  " + std::string(50, '#') + "  1  share\n");
}

TEST_CASE("draw_bars: zeros have no bars", "[render][picture]") {
  CHECK(bars_in({{"a", 0, "0"}}, 13, Glyphs::ascii) == "\na           0\n");
}
