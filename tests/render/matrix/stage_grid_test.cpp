#include "render/matrix/stage_grid.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

Stage signed_stage() { return {.id = "waves", .value = {{-1.0, 0.0, 1.0}}}; }

std::vector<std::string> cells_of(const Grid& grid) {
  std::vector<std::string> cells;
  for (arma::uword j = 0; j < grid.n_cols; ++j) cells.push_back(grid.text(0, j, 3));
  return cells;
}

Layout plain_layout() {
  Layout layout;
  layout.glyphs = Glyphs::ascii;
  return layout;
}

Layout painted_layout() {
  Layout layout;
  layout.color = true;
  return layout;
}

}  // namespace

TEST_CASE("heat_grid: two columns show a size and a sign, one a place on the scale",
          "[render][stage_grid]") {
  using Cells = std::vector<std::string>;
  const Stage stage = signed_stage();
  const Layout plain = plain_layout(), painted = painted_layout();
  CHECK(cells_of(heat_grid(stage, plain, HeatCell::two_columns)) == Cells{"-@", "  ", "@@"});
  CHECK(cells_of(heat_grid(stage, plain, HeatCell::one_column)) == Cells{" ", "*", "@"});
  CHECK(cells_of(heat_grid(stage, painted, HeatCell::two_columns)) == Cells{"- ", "  ", "  "});
  CHECK(cells_of(heat_grid(stage, painted, HeatCell::one_column)) == Cells{"-", " ", " "});
}

TEST_CASE("heat_grid: of weights, a tone is the weight, and what is blocked a dot",
          "[render][stage_grid]") {
  Stage weights{.id = "weights", .value = {{0.5, 0.0, 1.0}}, .rule = Softmax{"masked"}};
  weights.blocked = {{0, 1, 0}};
  const Layout plain = plain_layout();
  const Grid grid = heat_grid(weights, plain, HeatCell::one_column);
  CHECK(cells_of(grid) == std::vector<std::string>{"*", ".", "@"});
  CHECK(grid.has_tones);
  CHECK_FALSE(grid.has_swatches);
}

TEST_CASE("heat_grid_for: one column a cell only where all of them fit so and not in two",
          "[render][stage_grid]") {
  const Stage stage{.id = "waves", .value = arma::ones(1, 30)};
  const Layout layout = plain_layout();
  CHECK_FALSE(heat_grid_for(stage, layout, 100).has_tones);
  CHECK(heat_grid_for(stage, layout, 40).has_tones);
  CHECK_FALSE(heat_grid_for(stage, layout, 20).has_tones);
}

TEST_CASE("heat_grid: without negative values a tone is a size, and nothing is blank",
          "[render][stage_grid]") {
  const Layout plain = plain_layout();
  const Stage sizes{.id = "sizes", .value = {{0.0, 15.0, 30.0}}};
  CHECK(cells_of(heat_grid(sizes, plain, HeatCell::one_column)) ==
        std::vector<std::string>{" ", "*", "@"});
  const Stage zeros{.id = "zeros", .value = {{0.0, 0.0}}};
  CHECK(cells_of(heat_grid(zeros, plain, HeatCell::one_column)) ==
        std::vector<std::string>{" ", " "});
}
