#include "render/drawing/cell_areas.hpp"

#include <set>

#include "render/drawing/drawn.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

CellGrid grid_of(const Stage& stage, double gap = 0.0) {
  return {.n_rows = stage.value.n_rows,
          .n_cols = stage.value.n_cols,
          .corner = {10, 20},
          .width = 4,
          .height = 2,
          .gap = gap};
}

Drawing heat_of_stage(const Stage& stage, double gap = 0.0) {
  Drawing drawing;
  put_heat(drawing, grid_of(stage, gap), stage);
  return drawing;
}

// How many rectangles a shape consists of.
std::size_t n_rectangles(const Shape& shape) { return shape.path.size() / 5; }

}  // namespace

TEST_CASE("CellGrid: where a cell stands", "[render][drawing]") {
  const CellGrid grid{
      .n_rows = 3, .n_cols = 2, .corner = {10, 20}, .width = 4, .height = 2, .gap = 0.5};
  CHECK(grid.cell(2, 1).x == 14.25);
  CHECK(grid.cell(2, 1).y == 24.25);
  CHECK(grid.cell(2, 1).width == 3.5);
  CHECK(grid.box().right() == 18.0);
  CHECK(grid.box().bottom() == 26.0);
}

TEST_CASE("put_heat: a path for each colour, and hatching where a mask blocks",
          "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const Drawing drawing = heat_of_stage(trace.stage("weights"), 0.3);
  std::set<int> levels;
  std::size_t n_cells = 0;
  for (const Shape& shape : items_of<Shape>(drawing.items)) {
    if (shape.fill == Shape::Fill::color) levels.insert(shape.color.level);
    if (shape.fill == Shape::Fill::color) n_cells += n_rectangles(shape);
    if (shape.fill == Shape::Fill::hatching) CHECK(n_rectangles(shape) == 6);
  }
  CHECK(n_cells == 10);
  CHECK(levels == std::set<int>{0, 1, 2, 3, 4, 5, 8, 9});
  CHECK(n_filled(drawing.items, Shape::Fill::color) == levels.size());
  CHECK(n_filled(drawing.items, Shape::Fill::hatching) == 1);
}

TEST_CASE("put_heat: neighbours that are alike are one rectangle where cells touch",
          "[render][drawing]") {
  const Stage stage{.value = arma::mat(3, 5, arma::fill::ones), .rule = Shares{}};
  const Drawing drawing = heat_of_stage(stage);
  CHECK(n_rectangles(items_of<Shape>(drawing.items).front()) == 3);
}

TEST_CASE("put_heat: more than 64 cells on a side are dots", "[render][drawing]") {
  const auto n_rasters = [](arma::uword n) {
    const Stage stage{.value = arma::mat(2, n, arma::fill::ones), .rule = Shares{}};
    return items_of<Raster>(heat_of_stage(stage).items).size();
  };
  CHECK(n_rasters(64) == 0);
  CHECK(n_rasters(65) == 1);
}

TEST_CASE("color_of_cell: what is no number has none", "[render][drawing]") {
  const Stage stage{.value = {{arma::datum::nan, 1.0, arma::datum::inf}}};
  const StageHeat heat(stage);
  CHECK_FALSE(color_of_cell(heat, stage, 0, 0));
  CHECK(color_of_cell(heat, stage, 0, 1) == Color{Color::Kind::signed_value, 6});
  CHECK_FALSE(color_of_cell(heat, stage, 0, 2));
}

TEST_CASE("color_of_cell: of who may attend what is open", "[render][drawing]") {
  const Stage stage{.value = {{1.0, 0.0}}, .rule = Permission{}};
  const StageHeat heat(stage);
  CHECK(color_of_cell(heat, stage, 0, 0) == Color{Color::Kind::open});
  CHECK_FALSE(color_of_cell(heat, stage, 0, 1));
}
