#include "render/drawing/plot_chart.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("chart_of: places by their logarithms, as on the screen", "[render][drawing]") {
  const Plot plot{.x_name = "tokens",
                  .y_name = "FLOP",
                  .places = {10, 100, 1000},
                  .curves = {{"all", {1, 10, 100}}},
                  .marks = {100}};
  const Chart chart = chart_of(plot);
  CHECK(chart.x_ticks.at(1).share == Approx(0.5));
  CHECK(chart.x_ticks.at(2).label == "1,000");
  CHECK(chart.curves.front().strokes.front().at(1).y == Approx(0.5));
  CHECK(chart.marks.front().share == Approx(0.5));
  CHECK(chart.marks.front().label == "tokens 100");
}

TEST_CASE("chart_of: a zero that has no logarithm leaves a gap", "[render][drawing]") {
  const Plot plot{.places = {10, 100, 1000, 10000}, .curves = {{"all", {5, 0, 7, 8}}}};
  const Chart chart = chart_of(plot);
  REQUIRE(chart.curves.front().strokes.size() == 2);
  CHECK(chart.curves.front().strokes[0].size() == 1);
  CHECK(chart.curves.front().strokes[1].size() == 2);
}
