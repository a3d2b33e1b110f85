#include "render/drawing/cell_areas.hpp"

#include <functional>
#include <map>
#include <optional>

#include "render/matrix/stage_heat.hpp"

namespace attn {
namespace {

constexpr double kOverlap = 0.05;  // mm; else paper would shine through between two cells
constexpr double kFrameWidth = 0.15;

// Neighbours of a row that are alike become one rectangle.
void add_runs(std::vector<Step>& path, const CellGrid& grid,
              const std::function<bool(arma::uword row, arma::uword col)>& is_in, double overlap) {
  for (arma::uword i = 0; i < grid.n_rows; ++i)
    for (arma::uword j = 0; j < grid.n_cols; ++j) {
      if (!is_in(i, j)) continue;
      const arma::uword first = j;
      while (grid.gap == 0.0 && j + 1 < grid.n_cols && is_in(i, j + 1)) ++j;
      Box box = grid.cell(i, first);
      box.width = grid.cell(i, j).right() - box.x + overlap;
      box.height += overlap;
      add_rectangle(path, box);
    }
}

// A path for each colour, from the least level to the greatest.
void put_shapes(Drawing& drawing, const CellGrid& grid, const StageHeat& heat, const Stage& stage) {
  std::map<std::pair<int, int>, Color> colors;
  for (arma::uword i = 0; i < grid.n_rows; ++i)
    for (arma::uword j = 0; j < grid.n_cols; ++j)
      if (const auto color = color_of_cell(heat, stage, i, j))
        colors[{static_cast<int>(color->kind), color->level}] = *color;
  for (const auto& [key, color] : colors) {
    Shape shape{.fill = Shape::Fill::color, .color = color};
    const auto has_color = [&, wanted = color](arma::uword i, arma::uword j) {
      return color_of_cell(heat, stage, i, j) == wanted;
    };
    add_runs(shape.path, grid, has_color, grid.gap == 0.0 ? kOverlap : 0.0);
    drawing.items.push_back(std::move(shape));
  }
}

void put_raster(Drawing& drawing, const CellGrid& grid, const StageHeat& heat, const Stage& stage) {
  Raster raster{.box = grid.box(),
                .n_rows = static_cast<unsigned>(grid.n_rows),
                .n_cols = static_cast<unsigned>(grid.n_cols)};
  raster.cells.reserve(grid.n_rows * grid.n_cols);
  for (arma::uword i = 0; i < grid.n_rows; ++i)
    for (arma::uword j = 0; j < grid.n_cols; ++j)
      raster.cells.push_back(color_of_cell(heat, stage, i, j).value_or(Color{Color::Kind::paper}));
  drawing.items.push_back(std::move(raster));
}

}  // namespace

Box CellGrid::cell(arma::uword row, arma::uword col) const {
  return {corner.x + static_cast<double>(col) * width + gap / 2,
          corner.y + static_cast<double>(row) * height + gap / 2, width - gap, height - gap};
}

Box CellGrid::box() const {
  return {corner.x, corner.y, static_cast<double>(n_cols) * width,
          static_cast<double>(n_rows) * height};
}

std::optional<Color> color_of_cell(const StageHeat& heat, const Stage& stage, arma::uword row,
                                   arma::uword col) {
  if (std::holds_alternative<Permission>(stage.rule)) {
    if (stage.value(row, col) == 0.0) return {};
    return Color{Color::Kind::open};
  }
  const Heat found = heat(row, col);
  if (found.kind == Heat::Kind::none) return {};
  return Color{found.kind == Heat::Kind::share ? Color::Kind::share : Color::Kind::signed_value,
               found.level()};
}

void put_hatching(Drawing& drawing, const CellGrid& grid, const Stage& stage) {
  if (stage.blocked.is_empty()) return;
  Shape shape{.fill = Shape::Fill::hatching};
  const auto is_in = [&stage](arma::uword i, arma::uword j) { return is_blocked(stage, i, j); };
  add_runs(shape.path, grid, is_in, 0.0);
  if (!shape.path.empty()) drawing.items.push_back(std::move(shape));
}

void put_heat(Drawing& drawing, const CellGrid& grid, const Stage& stage, double darkest_share) {
  const StageHeat heat(stage, darkest_share);
  if (grid.n_rows > kMostShapes || grid.n_cols > kMostShapes)
    put_raster(drawing, grid, heat, stage);
  else
    put_shapes(drawing, grid, heat, stage);
  put_hatching(drawing, grid, stage);
  Shape frame{.stroke_width = kFrameWidth, .stroke = {Color::Kind::rule}};
  add_rectangle(frame.path, grid.box());
  drawing.items.push_back(std::move(frame));
}

}  // namespace attn
