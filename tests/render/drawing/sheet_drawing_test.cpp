#include "render/drawing/drawing.hpp"
#include "render/drawing/drawn.hpp"
#include "render/sheet_trace.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// Where texts begin that say so, from the left.
std::vector<Point> places_of(const Drawing& drawing, const std::string& words) {
  std::vector<Point> places;
  for (const Text& text : items_of<Text>(drawing.items))
    if (text.text == words) places.push_back(text.at);
  return places;
}

}  // namespace

TEST_CASE("heads_of_sheet: each sketch with its weights", "[render][drawing]") {
  Trace trace = sheet_trace(2, 3);
  trace.sketches->rows[1].sketches.push_back({.name = "9"});
  const auto rows = heads_of_sheet(trace);
  REQUIRE(rows.size() == 2);
  REQUIRE(rows[1].size() == 4);
  CHECK(rows[1][2].weights == trace.find("weights", "head 1.2"));
  CHECK(rows[1][2].weights != nullptr);
  CHECK(rows[1][3].weights == nullptr);
}

TEST_CASE("sheet_drawing: a row for each layer, under numbers that are said once",
          "[render][drawing]") {
  const Trace trace = sheet_trace(2, 3);
  const Drawing drawing = sheet_drawing(trace, {}, 156.0);
  CHECK(places_of(drawing, "2").size() == 1);    // a head
  REQUIRE(places_of(drawing, "1").size() == 2);  // a head, and a layer below it
  CHECK(places_of(drawing, "p.90").size() == 6);
  std::size_t n_frames = 0;
  for (const Shape& shape : items_of<Shape>(drawing.items))
    if (shape.fill == Shape::Fill::none) ++n_frames;
  CHECK(n_frames == 6);
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("sheet_drawing: many heads go on below, and none is left out", "[render][drawing]") {
  const Trace trace = sheet_trace(2, 32);
  for (const double width : {36.0, 80.0, 156.0, 296.0}) {
    CAPTURE(width);
    const Drawing drawing = sheet_drawing(trace, {}, width);
    CHECK(drawing.width <= width + 1e-9);
    CHECK(places_of(drawing, "p.90").size() == 64);
    CHECK(says(drawing.items, "31"));
    CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
  }
}
