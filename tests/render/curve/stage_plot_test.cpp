#include "render/curve/stage_plot.hpp"

#include "render/text/display_width.hpp"
#include "support/catch.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

Stage stage_over(const std::vector<double>& points, arma::mat value) {
  Stage stage{.id = "spread", .value = std::move(value), .rows = {"T", {}}};
  stage.rows.points = points;
  stage.cols = {"share", {"largest", "entropy", "third", "fourth"}};
  return stage;
}

Layout plot_layout(unsigned width) {
  Layout layout;
  layout.width = width;
  return layout;
}

}  // namespace

TEST_CASE("draws_plot: few columns over points, and nothing negative", "[render][stage_plot]") {
  CHECK(draws_plot(stage_over({1, 2, 3}, {{1, 2}, {3, 4}, {5, 6}})));
  CHECK_FALSE(draws_plot(stage_over({}, {{1, 2}, {3, 4}, {5, 6}})));
  CHECK_FALSE(draws_plot(stage_over({1, 2}, {{1, 2}, {3, 4}})));
  CHECK_FALSE(draws_plot(stage_over({1, 2, 3}, {{1, 2}, {3, -4}, {5, 6}})));
  CHECK_FALSE(draws_plot(stage_over({1, 2, 3}, arma::mat(3, 4))));
  CHECK_FALSE(draws_plot(stage_over({1, 2, 3}, arma::vec{1, arma::datum::nan, 2})));
}

TEST_CASE("stage_plot_text: shares between 0 and 1 over a logarithmic axis",
          "[render][stage_plot]") {
  const Stage stage = stage_over({.1, 1, 10}, {{1, 0}, {.6, .5}, {.25, .99}});
  const std::string text = stage_plot_text(stage, plot_layout(60), 3);
  CHECK(text.find("   share\n") == 0);
  for (const char* part : {"0.2", "0.8", "0.1 ", " 10", "largest", "entropy"}) {
    CAPTURE(part, text);
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(in_one_line(text).ends_with(
      "picture largest: line; entropy: dashes; T on a logarithmic axis"));
}

TEST_CASE("stage_plot_text: far apart and beyond 1, values are logarithmic, too",
          "[render][stage_plot]") {
  const Stage stage = stage_over({8, 64, 512}, arma::vec{8.3, 61, 520});
  CHECK(in_one_line(stage_plot_text(stage, plot_layout(60), 3))
            .ends_with("largest: line; T on a logarithmic axis"));
  const Stage wide = stage_over({8, 64, 512}, arma::vec{.9, 61, 520});
  CHECK(in_one_line(stage_plot_text(wide, plot_layout(60), 3))
            .ends_with("largest: line; both axes logarithmic"));
}

TEST_CASE("stage_plot_text: fits the width, in ASCII too", "[render][stage_plot]") {
  const Stage stage = stage_over({.1, 1, 10}, {{1, 0}, {.6, .5}, {.25, .99}});
  for (const unsigned width : {40U, 80U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
      Layout layout = plot_layout(width);
      layout.glyphs = glyphs;
      for (const std::string& line : lines_of(stage_plot_text(stage, layout, 3)))
        CHECK(display_width(line) <= width);
    }
}
