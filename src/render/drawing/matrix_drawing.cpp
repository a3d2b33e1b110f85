#include "render/drawing/matrix_drawing.hpp"

#include <algorithm>
#include <optional>

#include "render/drawing/axis_labels.hpp"
#include "render/drawing/cell_areas.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/figure/palette.hpp"
#include "render/matrix/boxed_maxima.hpp"
#include "render/matrix/stage_grid.hpp"

namespace attn {
namespace {

constexpr double kCellHeight = 4.8, kPadding = 0.8, kCellGap = 0.3;
constexpr double kMostForLabel = 13.0;  // mm that a column of numbers gets for its label
constexpr double kLargestSquare = 6.0, kHighest = 120.0;
constexpr double kBracketWidth = 0.22, kBracketFoot = 0.9, kBracketGap = 0.8;
constexpr double kBoxWidth = 0.35;
constexpr double kLeastForLetter = 1.3 * kNumberSize;
constexpr int kFewestInFigure = 2;

bool is_permission(const Stage& stage) { return std::holds_alternative<Permission>(stage.rule); }

class MatrixDrawing {
 public:
  MatrixDrawing(const Stage& stage, const Layout& layout)
      : stage_(stage), layout_(layout), numbers_(numbers_grid(stage, layout)) {}

  Drawing with_numbers(int precision) const {
    const bool has_heat = draws_heat(stage_, layout_);
    const bool brackets = !has_heat && numbers_.brackets;
    CellGrid cells{.n_rows = stage_.value.n_rows,
                   .n_cols = stage_.value.n_cols,
                   .width = number_column(precision),
                   .height = kCellHeight,
                   .gap = has_heat ? kCellGap : 0.0};
    const double around = brackets ? kBracketGap : 0.0;
    const AxisLabels rows = row_labels(stage_.rows, cells.height),
                     cols = level_column_labels(stage_.cols, cells.width);
    cells.corner = {rows.extent + around, cols.extent};
    Drawing drawing = frame(cells, rows, cols, around);
    if (has_heat)
      put_heat(drawing, cells, stage_, layout_.darkest_share);
    else
      put_hatching(drawing, cells, stage_);
    if (brackets) put_brackets(drawing, cells.box());
    put_numbers(drawing, cells, precision, has_heat);
    if (layout_.view == View::boxes) put_boxes(drawing, cells);
    return drawing;
  }

  Drawing in_colors(double width) const {
    CellGrid cells{.n_rows = stage_.value.n_rows, .n_cols = stage_.value.n_cols};
    cells.height = std::min(kLargestSquare, kHighest / static_cast<double>(cells.n_rows));
    const AxisLabels rows = row_labels(stage_.rows, cells.height);
    cells.width =
        std::min(kLargestSquare, (width - rows.extent) / static_cast<double>(cells.n_cols));
    // Squares where both sides are tokens: a diagonal should look like one.
    if (!stage_.cols.is_scale && cells.n_rows > 1)
      cells.height = cells.width = std::min(cells.width, cells.height);
    const AxisLabels cols = column_labels(stage_.cols, cells.width);
    if (!has_many_cells(stage_)) cells.gap = std::min(kCellGap, cells.width / 16);
    const AxisLabels refitted = row_labels(stage_.rows, cells.height);
    cells.corner = {refitted.extent, cols.extent};
    Drawing drawing = frame(cells, refitted, cols, 0.0);
    put_heat(drawing, cells, stage_, layout_.darkest_share);
    if (has_letters(cells)) put_numbers(drawing, cells, layout_.precision, true);
    return drawing;
  }

 private:
  // Why a cell is blocked, as far as a letter has room in it.
  bool has_letters(const CellGrid& cells) const {
    return is_permission(stage_) && layout_.view != View::numbers &&
           std::min(cells.width, cells.height) >= kLeastForLetter;
  }

  double number_column(int precision) const {
    double widest = 0.0;
    for (arma::uword i = 0; i < stage_.value.n_rows; ++i)
      for (arma::uword j = 0; j < stage_.value.n_cols; ++j)
        widest = std::max(widest, text_width(text_of(i, j, precision), kNumberSize));
    double label = 0.0;
    for (const std::string& text : stage_.cols.labels)
      label = std::max(label, text_width(text, kLabelSize));
    return std::max(widest, std::min(label, kMostForLabel)) + 2 * kPadding;
  }

  // Who may attend is a colour, and why not a letter.
  std::string text_of(arma::uword row, arma::uword col, int precision) const {
    if (!is_permission(stage_) || layout_.view == View::numbers)
      return numbers_.text(row, col, precision);
    if (!is_blocked(stage_, row, col)) return "";
    return std::string(1, static_cast<char>(stage_.blocked(row, col)));
  }

  static Drawing frame(const CellGrid& cells, const AxisLabels& rows, const AxisLabels& cols,
                       double around) {
    const Box box = cells.box();
    Drawing drawing{.width = box.right() + around, .height = box.bottom()};
    put_row_labels(drawing,
                   {cells.n_rows,
                    cells.n_cols,
                    {cells.corner.x - around, cells.corner.y},
                    cells.width,
                    cells.height},
                   rows);
    put_column_labels(drawing, cells, cols);
    return drawing;
  }

  static void put_brackets(Drawing& drawing, const Box& box) {
    Shape shape{.stroke_width = kBracketWidth};
    for (const double side : {-1.0, 1.0}) {
      const double x = side < 0 ? box.x - kBracketGap / 2 : box.right() + kBracketGap / 2;
      const double foot = x - side * kBracketFoot;
      shape.path.push_back({Step::Kind::move, {foot, box.y}});
      shape.path.push_back({Step::Kind::line, {x, box.y}});
      shape.path.push_back({Step::Kind::line, {x, box.bottom()}});
      shape.path.push_back({Step::Kind::line, {foot, box.bottom()}});
    }
    drawing.items.push_back(std::move(shape));
  }

  void put_numbers(Drawing& drawing, const CellGrid& cells, int precision, bool has_heat) const {
    const StageHeat heat(stage_, layout_.darkest_share);
    std::vector<Text> dark, light;  // texts of one colour stand together
    for (arma::uword i = 0; i < cells.n_rows; ++i)
      for (arma::uword j = 0; j < cells.n_cols; ++j) {
        const std::string text = text_of(i, j, precision);
        const bool blocked = is_blocked(stage_, i, j);
        if (text.empty() || (blocked && text == ".")) continue;  // the hatching says it
        const Box cell = cells.cell(i, j);
        const std::optional<Color> ground =
            has_heat ? color_of_cell(heat, stage_, i, j) : std::nullopt;
        const Text number{.at = {cell.middle().x, base_line(cell.middle().y, kNumberSize)},
                          .text = text,
                          .size = kNumberSize,
                          .color = ground ? text_color_on(*ground) : Color{},
                          .anchor = Text::Anchor::middle};
        if (blocked) put_paper_behind(drawing, number);
        (number.color.kind == Color::Kind::paper ? light : dark).push_back(number);
      }
    for (const auto& texts : {dark, light})
      drawing.items.insert(drawing.items.end(), texts.begin(), texts.end());
  }

  // Else the hatching would run through it.
  static void put_paper_behind(Drawing& drawing, const Text& text) {
    const double width = text_width(text.text, text.size);
    Shape paper{.fill = Shape::Fill::color, .color = {Color::Kind::paper}};
    add_rectangle(paper.path,
                  {text.at.x - width / 2, text.at.y - 0.8 * text.size, width, 0.95 * text.size});
    drawing.items.push_back(std::move(paper));
  }

  // Around the largest cells of each row.
  void put_boxes(Drawing& drawing, const CellGrid& cells) const {
    Shape boxes{.stroke_width = kBoxWidth};
    for (arma::uword i = 0; i < cells.n_rows; ++i)
      for (const arma::uword j : largest_of_row(stage_, i))
        add_rectangle(boxes.path, cells.cell(i, j));
    drawing.items.push_back(std::move(boxes));
  }

  const Stage& stage_;
  const Layout& layout_;
  Grid numbers_;
};

Drawing not_wider(Drawing drawing, double width) {
  return drawing.width <= width ? drawing : scaled(std::move(drawing), width / drawing.width);
}

// With as many decimals as there is room for, but no fewer than two; none where those have no room.
std::optional<Drawing> with_numbers_within(const Stage& stage, const Layout& layout, double width) {
  if (layout.view == View::heat || has_many_cells(stage)) return std::nullopt;
  const MatrixDrawing matrix(stage, layout);
  for (const int precision : {layout.precision, std::min(layout.precision, kFewestInFigure)}) {
    Drawing drawing = matrix.with_numbers(precision);
    if (drawing.width * kLeastScale <= width) return drawing;
  }
  return std::nullopt;
}

}  // namespace

bool has_many_cells(const Stage& stage) {
  return stage.value.n_rows > kMostNumbers || stage.value.n_cols > kMostNumbers;
}

bool draws_heat(const Stage& stage, const Layout& layout) {
  if (layout.view == View::numbers || layout.view == View::boxes) return has_many_cells(stage);
  if (layout.view == View::heat || layout.view == View::both) return true;
  return holds_shares(stage) || is_permission(stage) || has_many_cells(stage);
}

bool has_colors_within(const Stage& stage, const Layout& layout, double width) {
  return draws_heat(stage, layout) || !with_numbers_within(stage, layout, width);
}

Drawing matrix_drawing(const Stage& stage, const Layout& layout, double width) {
  if (std::optional<Drawing> drawing = with_numbers_within(stage, layout, width))
    return not_wider(*std::move(drawing), width);
  return not_wider(MatrixDrawing(stage, layout).in_colors(width), width);
}

Drawing small_map_drawing(const Stage& stage, const Layout& layout, double width) {
  const double side = width / static_cast<double>(std::max(stage.value.n_cols, stage.value.n_rows));
  const CellGrid cells{
      .n_rows = stage.value.n_rows, .n_cols = stage.value.n_cols, .width = side, .height = side};
  Drawing drawing{.width = width, .height = cells.box().height};
  put_heat(drawing, cells, stage, layout.darkest_share);
  return drawing;
}

}  // namespace attn
