#include "render/figure/finished_figure.hpp"

#include "render/drawing/drawn.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("finished_figure: as wide as its drawing, or exactly as wide as was said",
          "[render][figure]") {
  const Drawing drawing{.width = 60, .height = 30};
  CHECK(finished_figure(drawing, {}, "t", "d").width == 64.0);
  CHECK(finished_figure(drawing, {84.0, true}, "t", "d").width == 84.0);
  CHECK(finished_figure(drawing, {}, "t", "d").height == 34.0);
  CHECK(finished_figure(Drawing{.width = 3, .height = 3}, {}, "", "").width == kLeastFigureWidth);
}

TEST_CASE("finished_figure: a narrow drawing stands in the middle", "[render][figure]") {
  Drawing drawing{.width = 60, .height = 30};
  drawing.items.push_back(Text{.at = {0, 0}, .text = "a", .size = 2});
  const Figure figure = finished_figure(drawing, {100.0, true}, "t", "d");
  CHECK(items_of<Text>(figure.items).front().at.x == 20.0);
  CHECK(figure.language == "en");
}

TEST_CASE("width_inside: what is left between the margins", "[render][figure]") {
  const Drawing drawing{.width = width_inside(84.0), .height = 1};
  CHECK(finished_figure(drawing, {84.0, false}, "", "").width == 84.0);
}
