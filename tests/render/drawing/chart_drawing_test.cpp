#include "render/drawing/chart_drawing.hpp"

#include "render/drawing/drawn.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Chart small_chart() {
  return {.x_name = "tokens",
          .y_name = "FLOP",
          .x_ticks = {{0, "512"}, {0.5, "8K"}, {1, "128K"}},
          .y_ticks = {{0, "0"}, {1, "10"}},
          .curves = {{"one", {{{0, 0}, {1, 1}}}}, {"other", {{{0, 0.5}, {1, 0.99}}}}},
          .marks = {{0.25, "here"}},
          .levels = {{0.98, "chance"}}};
}

}  // namespace

TEST_CASE("chart_drawing: names, ticks, marks and levels, none upon another", "[render][drawing]") {
  for (const double width : {40.0, 80.0, 160.0}) {
    CAPTURE(width);
    const Drawing drawing = chart_drawing(small_chart(), width);
    for (const std::string words : {"tokens", "FLOP", "512", "128K", "one", "other", "here"})
      CHECK(says(drawing.items, words));
    CHECK(drawing.width == width);
    CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
  }
}

TEST_CASE("chart_drawing: curves are told apart without colours, too", "[render][drawing]") {
  const Drawing drawing = chart_drawing(small_chart(), 100.0);
  std::vector<std::vector<double>> dashes;
  for (const Shape& shape : items_of<Shape>(drawing.items))
    if (shape.stroke.kind == Color::Kind::curve) dashes.push_back(shape.dashes);
  REQUIRE(dashes.size() == 2);
  CHECK(dashes[0].empty());
  CHECK_FALSE(dashes[1].empty());
}

TEST_CASE("chart_drawing: labels that would touch are left out, the last one stays",
          "[render][drawing]") {
  Chart chart = small_chart();
  chart.x_ticks.clear();
  for (int i = 0; i <= 100; ++i) chart.x_ticks.push_back({i / 100.0, std::to_string(1000 + i)});
  const Drawing drawing = chart_drawing(chart, 80.0);
  CHECK(says(drawing.items, "1000"));
  CHECK(says(drawing.items, "1100"));
  CHECK(words_of(drawing.items).size() < 30);
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("chart_drawing: what labels are left stand evenly", "[render][drawing]") {
  Chart chart = small_chart();
  chart.marks.clear();
  chart.x_ticks = {{0, "0"}, {0.2, "20"}, {0.4, "40"}, {0.6, "60"}, {0.8, "80"}, {1, "100"}};
  const auto labels_of = [&chart](double width) {
    std::string labels;
    for (const Chart::Tick& tick : chart.x_ticks)
      for (const Text& text : items_of<Text>(chart_drawing(chart, width).items))
        if (text.text == tick.label && text.anchor == Text::Anchor::middle)
          labels += tick.label + " ";
    return labels;
  };
  CHECK(labels_of(80.0) == "0 20 40 60 80 100 ");
  CHECK(labels_of(26.0) == "0 40 80 ");
}

TEST_CASE("chart_drawing: names that have no room beside it stand below", "[render][drawing]") {
  Chart chart = small_chart();
  chart.curves[0].name = "a long name";
  const auto place_of = [&chart](double width, const std::string& words) {
    const Drawing drawing = chart_drawing(chart, width);
    CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
    for (const Text& text : items_of<Text>(drawing.items))
      if (text.text == words) return text;
    FAIL(words << " is not there");
    return Text{};
  };
  CHECK(place_of(160.0, "other").at.x > place_of(160.0, "128K").at.x);
  for (const std::string name : {"a long name", "other", "chance"}) {
    CHECK(place_of(40.0, name).at.y > place_of(40.0, "tokens").at.y);
    CHECK(place_of(40.0, name).size >= 2.3);
  }
}

TEST_CASE("chart_drawing: what a mark means stays off the axis", "[render][drawing]") {
  Chart chart = small_chart();
  chart.marks = {{0.6, "tokens 57,256"}};
  for (const double width : {36.0, 80.0}) {
    CAPTURE(width);
    const Drawing drawing = chart_drawing(chart, width);
    for (const Text& text : items_of<Text>(drawing.items))
      if (text.text == "tokens 57,256") CHECK(box_of(text).x > 5.0);
    CHECK(says(drawing.items, "tokens 57,256"));
    CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
  }
}

TEST_CASE("chart_drawing: a line with a gap, and a single point", "[render][drawing]") {
  const Chart chart{.curves = {{"a", {{{0, 0}, {0.2, 0.2}}, {{1, 1}}}}}};
  std::size_t n_lines = 0;
  for (const Shape& shape : items_of<Shape>(chart_drawing(chart, 80.0).items))
    if (shape.stroke.kind == Color::Kind::curve) ++n_lines;
  CHECK(n_lines == 2);
}
