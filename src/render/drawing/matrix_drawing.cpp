#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "render/drawing/drawing.hpp"
#include "render/figure/figure.hpp"
#include "render/layout.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/text.hpp"
#include "render/trace/trace.hpp"

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

namespace {

constexpr unsigned kLongestAxisLabel = 18;                // columns
constexpr double kLeastShare = 1e-9;                      // of the room, so that a search ends
constexpr double kBesideCells = 0.9;                      // mm between labels and cells
constexpr double kLineOfLabel = 1.2, kGapOfLabels = 0.7;  // of an em

std::vector<std::string> cut(const std::vector<std::string>& labels, unsigned columns) {
  return cut_labels(labels, columns, cut_mark(Glyphs::unicode));
}

// Labels that stand in lines of their own, so high: as large as that lets them be, or only some.
void fit_into_lines(AxisLabels& labels, double line) {
  labels.size = std::clamp(line / kLineOfLabel, kLeastTextSize, kLabelSize);
  labels.stride = round_stride(labels.size * kLineOfLabel, line);
  labels.extent = widest_text(labels.texts, labels.size) + kBesideCells;
}

}  // namespace

std::size_t round_stride(double room, double place) {
  if (!(place > 0.0)) return 1;
  place = std::max(place, room * kLeastShare);
  for (std::size_t power = 1;; power *= 10)
    for (const std::size_t factor : {1, 2, 5})
      if (static_cast<double>(factor * power) * place >= room) return factor * power;
}

AxisLabels row_labels(const Axis& axis, double row_height) {
  if (axis.labels.empty()) return {};
  AxisLabels labels{.texts = cut(axis.labels, kLongestAxisLabel), .size = kLabelSize};
  fit_into_lines(labels, row_height);
  return labels;
}

AxisLabels column_labels(const Axis& axis, double column_width) {
  if (axis.labels.empty()) return {};
  AxisLabels labels{.texts = cut(axis.labels, kLongestAxisLabel), .size = kLabelSize};
  const double widest = widest_text(labels.texts, labels.size);
  if (widest <= column_width || axis.is_scale) {
    labels.stride = round_stride(widest + kGapOfLabels * labels.size, column_width);
    if (widest <= column_width) labels.stride = 1;
    labels.extent = kColumnLabelHeight;
    return labels;
  }
  labels.is_upright = true;
  fit_into_lines(labels, column_width);
  return labels;
}

AxisLabels level_column_labels(const Axis& axis, double column_width) {
  if (axis.labels.empty()) return {};
  AxisLabels labels{.texts = axis.labels, .size = kLabelSize};
  for (unsigned columns = kLongestAxisLabel;
       columns > 1 && widest_text(labels.texts, labels.size) > column_width; --columns)
    labels.texts = cut(axis.labels, columns - 1);
  labels.extent = kColumnLabelHeight;
  return labels;
}

void put_row_labels(Drawing& drawing, const CellGrid& grid, const AxisLabels& labels) {
  for (arma::uword i = 0; i < labels.texts.size(); i += labels.stride) {
    const Box cell = grid.cell(i, 0);
    drawing.items.push_back(
        Text{.at = {grid.corner.x - kBesideCells, base_line(cell.middle().y, labels.size)},
             .text = labels.texts[i],
             .size = labels.size,
             .anchor = Text::Anchor::end});
  }
}

void put_column_labels(Drawing& drawing, const CellGrid& grid, const AxisLabels& labels) {
  for (arma::uword j = 0; j < labels.texts.size(); j += labels.stride) {
    const double middle = grid.cell(0, j).middle().x, bottom = grid.corner.y - kBesideCells;
    drawing.items.push_back(
        Text{.at = {labels.is_upright ? base_line(middle, labels.size) : middle, bottom},
             .text = labels.texts[j],
             .size = labels.size,
             .anchor = labels.is_upright ? Text::Anchor::start : Text::Anchor::middle,
             .is_upright = labels.is_upright});
  }
}

namespace {

constexpr double kGap = 5.0, kLeastMap = 22.0, kMostMap = 36.0, kAroundMap = 1.0;
constexpr arma::uword kMostLabelled = 12;  // tokens whose words stand beside a map

// How many stand side by side, and how wide each is: rows equally long, as few as there can be.
struct MapColumns {
  std::size_t n = 1;
  double width = 0.0;
};

MapColumns columns_for(std::size_t n_heads, double width) {
  const auto most = static_cast<std::size_t>((width + kGap) / (kLeastMap + kGap));
  const std::size_t per_row = std::clamp<std::size_t>(n_heads, 1, std::max<std::size_t>(1, most));
  const std::size_t n_rows = (n_heads + per_row - 1) / per_row;
  const std::size_t n = (n_heads + n_rows - 1) / n_rows;
  const auto gaps = static_cast<double>(n - 1) * kGap;
  return {n, std::min(kMostMap, (width - gaps) / static_cast<double>(n))};
}

Drawing map_of(const Stage& stage, const Layout& layout, double width) {
  const bool has_labels = std::max(stage.value.n_rows, stage.value.n_cols) <= kMostLabelled;
  if (!has_labels) return small_map_drawing(stage, layout, width);
  Layout colors = layout;
  colors.view = View::heat;
  return matrix_drawing(stage, colors, width);
}

Drawing fact_line(const std::string& name, const std::string& value, double width) {
  const double value_width = text_width(value, kNoteSize);
  const FittedText fitted =
      fitted_text(name, width - value_width - kAroundMap, kNoteSize, kLeastTextSize);
  Drawing line = text_line(fitted.text, fitted.size, {Color::Kind::quiet});
  line.items.push_back(Text{.at = {width, std::get<Text>(line.items.front()).at.y},
                            .text = value,
                            .size = kNoteSize,
                            .color = {Color::Kind::quiet},
                            .anchor = Text::Anchor::end});
  line.width = width;
  line.height = kNoteSize * 1.3;
  return line;
}

// Which head it is, and what it does.
Drawing name_drawing(const Stage& stage, double width) {
  const FittedText name = fitted_text(stage.group, width, kLabelSize, kLeastTextSize, true);
  std::vector<Drawing> lines{text_line(name.text, name.size, {}, true)};
  if (!stage.remark.empty()) lines.push_back(paragraph_drawing(stage.remark, kNoteSize, width));
  return stacked(std::move(lines), 0.0);
}

Drawing head_drawing(const Stage& stage, const Layout& layout, double width, double name_height) {
  Drawing name = name_drawing(stage, width);
  name.height = name_height;
  std::vector<Drawing> facts;
  if (layout.explain > 0)
    for (const auto& [fact, value] : facts_of_head(stage, layout))
      facts.push_back(fact_line(fact, value, width));
  Drawing head = stacked(
      {std::move(name), map_of(stage, layout, width), stacked(std::move(facts), 0.0)}, kAroundMap);
  head.width = width;
  return head;
}

}  // namespace

Drawing heads_drawing(const std::vector<const Stage*>& heads, const Layout& layout, double width) {
  const MapColumns columns = columns_for(heads.size(), width);
  double name_height = 0.0;  // the maps begin at one height
  for (const Stage* head : heads)
    name_height = std::max(name_height, name_drawing(*head, columns.width).height);
  std::vector<Drawing> rows, row;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    row.push_back(head_drawing(*heads[i], layout, columns.width, name_height));
    if (row.size() < columns.n && i + 1 < heads.size()) continue;
    rows.push_back(beside_at_top(std::move(row), kGap));
    row.clear();
  }
  return stacked(std::move(rows), kGap / 2);
}

namespace {

constexpr double kSheetGap = 1.6, kLeastSheetMap = 6.0, kMostSheetMap = 22.0;
constexpr double kBesideName = 1.2, kSheetLine = 1.3 * kNoteSize, kBelowRow = 1.4;
constexpr double kMostForRowNames = 0.3;  // of the width

class SheetDrawing {
 public:
  SheetDrawing(const Trace& trace, const Layout& layout, double width)
      : trace_(trace), layout_(layout), rows_(heads_of_sheet(trace)) {
    std::size_t most = 1;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      most = std::max(most, rows_[i].size());
      names_ = std::max(names_, text_width(name_of(i), kLabelSize, true));
    }
    if (names_ > 0.0) names_ = std::min(names_ + kBesideName, kMostForRowNames * width);
    const double room = width - names_ + kSheetGap;
    const std::size_t fit =
        std::max<std::size_t>(1, static_cast<std::size_t>(room / (kLeastSheetMap + kSheetGap)));
    const std::size_t n_lines = (most + fit - 1) / fit;
    n_across_ = (most + n_lines - 1) / n_lines;
    side_ = std::min(kMostSheetMap, room / static_cast<double>(n_across_) - kSheetGap);
  }

  Drawing drawn() {
    std::vector<Drawing> lines;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t first = 0; first < rows_[i].size(); first += n_across_)
        lines.push_back(line(i, first));
    return stacked(std::move(lines), kBelowRow);
  }

 private:
  const std::string& name_of(std::size_t row) const { return trace_.sketches->rows[row].name; }

  // Some heads side by side, under their names unless the line above has the same.
  Drawing line(std::size_t row, std::size_t first) {
    const std::vector<SheetHead>& heads = rows_[row];
    const std::size_t end = std::min(first + n_across_, heads.size());
    std::vector<std::string> names;
    bool has_captions = false;
    for (std::size_t i = first; i < end; ++i) {
      names.push_back(heads[i].sketch->name);
      has_captions = has_captions || !heads[i].sketch->caption.empty();
    }
    const double top = names == names_above_ ? 0.0 : kSheetLine;
    Drawing drawing{.width = names_, .height = top};
    if (first == 0) put_text(drawing, {0.0, top + kLabelSize}, name_of(row), kLabelSize, true);
    for (std::size_t i = first; i < end; ++i) {
      const double x = names_ + static_cast<double>(i - first) * (side_ + kSheetGap);
      if (top > 0.0) put_fitted(drawing, {x, kNoteSize}, names[i - first], {});
      double bottom = top + side_;
      if (heads[i].weights) {
        Drawing map = small_map_drawing(*heads[i].weights, layout_, side_);
        bottom = top + map.height;
        put(drawing, std::move(map), {x, top});
      }
      put_fitted(drawing, {x, bottom + kNoteSize}, heads[i].sketch->caption, {Color::Kind::quiet});
      drawing.width = x + side_;
      drawing.height = std::max(drawing.height, bottom + (has_captions ? kSheetLine : 0.0));
    }
    names_above_ = std::move(names);
    return drawing;
  }

  void put_fitted(Drawing& drawing, Point at, const std::string& text, Color color) const {
    if (text.empty()) return;
    const FittedText fitted = fitted_text(text, side_, kNoteSize, kLeastTextSize);
    drawing.items.push_back(
        Text{.at = at, .text = fitted.text, .size = fitted.size, .color = color});
  }

  static void put_text(Drawing& drawing, Point at, const std::string& text, double size,
                       bool is_bold) {
    if (!text.empty())
      drawing.items.push_back(Text{.at = at, .text = text, .size = size, .is_bold = is_bold});
  }

  const Trace& trace_;
  const Layout& layout_;
  std::vector<std::vector<SheetHead>> rows_;
  std::vector<std::string> names_above_{};
  double names_ = 0.0, side_ = 0.0;  // how much the names of rows take; how wide a map is
  std::size_t n_across_ = 1;
};

}  // namespace

std::vector<std::vector<SheetHead>> heads_of_sheet(const Trace& trace) {
  std::vector<std::vector<SheetHead>> rows;
  for (const SketchRow& row : trace.sketches->rows) {
    rows.emplace_back();
    for (const Sketch& sketch : row.sketches) {
      const std::string name = row.name.empty() ? sketch.name : row.name + "." + sketch.name;
      rows.back().push_back({&sketch, trace.find("weights", "head " + name)});
    }
  }
  return rows;
}

Drawing sheet_drawing(const Trace& trace, const Layout& layout, double width) {
  return SheetDrawing(trace, layout, width).drawn();
}

}  // namespace attn
