#include "render/drawing/drawing.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "render/drawing/text_width.hpp"
#include "render/text/wrap.hpp"

namespace attn {
namespace {

constexpr double kAscent = 0.95, kHeightOfLine = 1.3;  // of an em
constexpr double kHalfOfDigit = 0.36;                  // a digit is .72 em high

// Changes every place and length of an item.
template <typename OnPlace>
struct Change {
  OnPlace place;
  double factor;

  void operator()(Shape& shape) const {
    for (Step& step : shape.path)
      for (Point* each : {&step.to, &step.first, &step.second}) place(*each);
    shape.stroke_width *= factor;
    for (double& dash : shape.dashes) dash *= factor;
  }
  void operator()(Text& text) const {
    place(text.at);
    text.size *= factor;
  }
  void operator()(Raster& raster) const {
    Point corner{raster.box.x, raster.box.y};
    place(corner);
    raster.box = {corner.x, corner.y, raster.box.width * factor, raster.box.height * factor};
  }
};

template <typename OnPlace>
void change(Drawing& drawing, const OnPlace& on_place, double factor) {
  for (Item& item : drawing.items) std::visit(Change<OnPlace>{on_place, factor}, item);
}

Drawing in_a_row(std::vector<Drawing> parts, double gap, bool in_the_middle) {
  Drawing row;
  for (const Drawing& part : parts) row.height = std::max(row.height, part.height);
  for (Drawing& part : parts) {
    const double y = in_the_middle ? (row.height - part.height) / 2 : 0.0;
    const double x = row.width == 0.0 ? 0.0 : row.width + gap;
    row.width = x + part.width;
    put(row, std::move(part), {x, y});
  }
  return row;
}

}  // namespace

void put(Drawing& drawing, Drawing part, Point at) {
  const auto move = [at](Point& place) { place = {place.x + at.x, place.y + at.y}; };
  change(part, move, 1.0);
  std::move(part.items.begin(), part.items.end(), std::back_inserter(drawing.items));
}

Drawing scaled(Drawing drawing, double factor) {
  const auto scale = [factor](Point& place) { place = {place.x * factor, place.y * factor}; };
  change(drawing, scale, factor);
  drawing.width *= factor;
  drawing.height *= factor;
  return drawing;
}

Drawing beside(std::vector<Drawing> parts, double gap) {
  return in_a_row(std::move(parts), gap, true);
}

Drawing beside_at_top(std::vector<Drawing> parts, double gap) {
  return in_a_row(std::move(parts), gap, false);
}

Drawing stacked(std::vector<Drawing> parts, double gap) {
  Drawing column;
  for (Drawing& part : parts) {
    const double y = column.height == 0.0 ? 0.0 : column.height + gap;
    column.width = std::max(column.width, part.width);
    column.height = y + part.height;
    put(column, std::move(part), {0.0, y});
  }
  return column;
}

Drawing in_rows(std::vector<Drawing> parts, double width, double gap, double row_gap) {
  std::vector<Drawing> rows, row;
  double used = 0.0;
  for (Drawing& part : parts) {
    if (!row.empty() && used + gap + part.width > width) {
      rows.push_back(beside_at_top(std::move(row), gap));
      row.clear();
      used = 0.0;
    }
    used += (row.empty() ? 0.0 : gap) + part.width;
    row.push_back(std::move(part));
  }
  rows.push_back(beside_at_top(std::move(row), gap));
  return stacked(std::move(rows), row_gap);
}

Drawing text_line(const std::string& text, double size, Color color, bool is_bold) {
  Drawing line{.width = text_width(text, size, is_bold), .height = size * kHeightOfLine};
  line.items.push_back(Text{
      .at = {0.0, size * kAscent}, .text = text, .size = size, .color = color, .is_bold = is_bold});
  return line;
}

std::vector<std::string> lines_within(const std::string& text, double size, double width) {
  const unsigned usual = columns_in(width, size);
  std::vector<std::string> lines;
  for (unsigned columns = usual; columns > 0 && columns >= usual / 2; --columns) {
    lines = split(wrap(text, columns, 0), '\n');
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    if (widest_text(lines, size) <= width) break;
  }
  return lines;
}

Drawing paragraph_drawing(const std::string& text, double size, double width, Color color) {
  std::vector<Drawing> lines;
  for (const std::string& line : lines_within(text, size, width)) {
    const FittedText fitted = fitted_text(line, width, size, size);
    lines.push_back(text_line(fitted.text, size, color));
  }
  return stacked(std::move(lines), 0.0);
}

void add_rectangle(std::vector<Step>& path, const Box& box) {
  path.push_back({Step::Kind::move, {box.x, box.y}});
  path.push_back({Step::Kind::line, {box.right(), box.y}});
  path.push_back({Step::Kind::line, {box.right(), box.bottom()}});
  path.push_back({Step::Kind::line, {box.x, box.bottom()}});
  path.push_back({Step::Kind::close});
}

Shape line_from(Point from, Point to, double stroke_width, Color stroke) {
  return {.path = {{Step::Kind::move, from}, {Step::Kind::line, to}},
          .stroke_width = stroke_width,
          .stroke = stroke};
}

double base_line(double middle, double size) { return middle + size * kHalfOfDigit; }

}  // namespace attn
