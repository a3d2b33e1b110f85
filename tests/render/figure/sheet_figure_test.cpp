#include "render/figure/sheet_figure.hpp"

#include "render/drawing/drawn.hpp"
#include "render/sheet_trace.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("sheet_figure: what the maps and the letters below them are", "[render][figure]") {
  const Trace trace = sheet_trace(2, 4);
  for (const double width : {40.0, 84.0, 160.0}) {
    CAPTURE(width);
    const Figure figure = sheet_figure(trace, {}, {width, true});
    CHECK(says(figure.items, "Each head in small"));
    CHECK(says(figure.items, "0.5"));
    CHECK_FALSE(says(figure.items, "Dots."));
    CHECK(misplaced(figure.items, figure.width, figure.height) == "");
  }
  CHECK(says(sheet_figure(trace, {}, {}).items, "Below each: what it does."));
  Layout bare;
  bare.explain = 0;
  CHECK_FALSE(says(sheet_figure(trace, bare, {}).items, "Each head in small"));
}

TEST_CASE("sheet_figure: heads in an order of their own", "[render][figure]") {
  Trace trace = sheet_trace(2, 2);
  trace.sketches->rows = {{.sketches = {{.name = "1.0"}, {.name = "0.1"}}}};
  const Figure figure = sheet_figure(trace, {}, {});
  CHECK(says(figure.items, "by layer and number"));
  CHECK(says(figure.items, "1.0"));
  CHECK_FALSE(says(figure.items, "p.90"));
}
