#include "render/drawing/drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

#include "base/number.hpp"
#include "base/text.hpp"
#include "render/layout.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"
#include "render/trace/trace.hpp"

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

Drawing not_wider(Drawing drawing, double width) {
  const double factor = width / drawing.width;
  return drawing.width <= width ? drawing : scaled(std::move(drawing), factor);
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

namespace {

// How far each character from the space to the tilde reaches in DejaVu Sans, hundredths of an em:
// no usual font is wider.
constexpr std::array<unsigned char, 95> kAdvances{
    32, 41, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 39, 34, 39, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84};
constexpr double kNarrowEms = 0.84;   // any other that takes one column: the minus sign
constexpr double kWideEms = 1.02;     // a character of Japanese, in two columns
constexpr double kBoldFactor = 1.14;  // times as wide
constexpr double kColumnEms = 0.62;   // on average, where a text is broken into lines

double ems_of(std::string_view grapheme) {
  const auto first = static_cast<unsigned char>(grapheme.front());
  if (grapheme.size() == 1 && first >= ' ' && first - ' ' < int{kAdvances.size()})
    return kAdvances[first - std::size_t{' '}] / 100.0;
  const unsigned columns = display_width(grapheme);
  return columns == 2 ? kWideEms : columns * kNarrowEms;
}

}  // namespace

double text_width(const std::string& text, double size, bool is_bold) {
  double ems = 0.0;
  for (const std::string_view grapheme : graphemes_of(text)) ems += ems_of(grapheme);
  return ems * size * (is_bold ? kBoldFactor : 1.0);
}

double widest_text(const std::vector<std::string>& texts, double size) {
  double widest = 0.0;
  for (const std::string& text : texts) widest = std::max(widest, text_width(text, size));
  return widest;
}

unsigned columns_in(double width, double size) {
  return static_cast<unsigned>(std::max(1.0, std::floor(width / (size * kColumnEms))));
}

FittedText fitted_text(const std::string& text, double width, double size, double least_size,
                       bool is_bold) {
  const double whole = text_width(text, size, is_bold);
  if (whole <= width) return {text, size};
  if (const double smaller = size * width / whole; smaller >= least_size) return {text, smaller};
  std::string cut = text;
  for (unsigned columns = display_width(text);
       columns > 1 && text_width(cut, least_size, is_bold) > width; --columns)
    cut = cut_label(text, columns - 1, cut_mark(Glyphs::unicode));
  return {cut, least_size};
}

namespace {

const Color kHeadingColor{Color::Kind::quiet};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n'))
    if (const std::string_view words = trimmed(line); !words.empty()) lines.emplace_back(words);
  return lines;
}

}  // namespace

unsigned screen_columns(double width, double size) {
  return std::max(kMinWidth, columns_in(width, size));
}

std::string one_line(const std::string& text) { return joined(lines_of(text), " "); }

Drawing heading_drawing(const std::string& text, double width) {
  const std::vector<std::string> lines = lines_of(text);
  if (widest_text(lines, kTitleSize) > width)
    return paragraph_drawing(unbroken_parts(joined(lines, "   ")), kTitleSize, width,
                             kHeadingColor);
  std::vector<Drawing> drawings;
  for (const std::string& line : lines)
    drawings.push_back(text_line(line, kTitleSize, kHeadingColor));
  return stacked(std::move(drawings), 0.0);
}

namespace {

constexpr double kToldApart = 0.2;  // two steps of ten: from there on 0…1 shows what is strong

constexpr double kDigitSlack = 1e-6;

struct RowMaxima {
  double mean = 0.0, largest = 0.0;
};

RowMaxima row_maxima_of(const Stage& stage) {
  RowMaxima maxima;
  arma::uword n_rows = 0;
  for (arma::uword i = 0; i < stage.value.n_rows; ++i) {
    double largest = 0.0;
    for (arma::uword j = 0; j < stage.value.n_cols; ++j)
      if (has_open_cell(stage, i, j)) largest = std::max(largest, stage.value(i, j));
    if (largest <= 0.0) continue;
    maxima.mean += largest;
    maxima.largest = std::max(maxima.largest, largest);
    ++n_rows;
  }
  if (n_rows > 0) maxima.mean /= static_cast<double>(n_rows);
  return maxima;
}

double rounded_up(double value) {
  const double digit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return std::ceil(value / digit - kDigitSlack) * digit;
}

}  // namespace

ShareScale share_scale_of(const std::vector<const Stage*>& stages) {
  double strongest = 0.0, largest = 0.0;
  for (const Stage* stage : stages) {
    if (!holds_shares(*stage)) continue;
    if (!has_many_cells(*stage)) return {};
    const RowMaxima maxima = row_maxima_of(*stage);
    strongest = std::max(strongest, maxima.mean);
    largest = std::max(largest, maxima.largest);
  }
  if (strongest <= 0.0 || strongest >= kToldApart) return {};
  const double darkest = rounded_up(strongest);
  return {darkest, largest > darkest};
}

namespace {

constexpr double kSwatchWidth = 4.4, kSwatchHeight = 2.6, kSwatchFrame = 0.12, kBesideSwatch = 1.2;
constexpr int kSignificantDigits = 3;

Shape framed(const Box& box) {
  Shape frame{.stroke_width = kSwatchFrame, .stroke = {Color::Kind::rule}};
  add_rectangle(frame.path, box);
  return frame;
}

Drawing swatch_with_text(Shape::Fill fill, Color color, const std::string& letter,
                         const std::string& text, double width) {
  const Box box{0, 0, kSwatchWidth, kSwatchHeight};
  Drawing swatch{.width = box.width, .height = box.height};
  Shape area{.fill = fill, .color = color};
  add_rectangle(area.path, box);
  swatch.items = {std::move(area), framed(box)};
  std::vector<Drawing> parts{std::move(swatch)};
  if (!letter.empty()) parts.push_back(text_line(letter, kNoteSize));
  double used = kBesideSwatch;
  for (const Drawing& part : parts) used += part.width + kBesideSwatch;
  parts.push_back(paragraph_drawing(text, kNoteSize, std::max(width - used, kSwatchWidth)));
  return beside(std::move(parts), kBesideSwatch);
}

}  // namespace

Drawing color_legend(const Stage& stage, double width, ShareScale scale) {
  const bool is_share = holds_shares(stage);
  const int n = is_share ? kShareLevels : kSignedLevels;
  const double largest = StageHeat(stage, scale.darkest).largest();
  const auto text_of = [](double value) {
    return with_minus_sign(significant_text(value, kSignificantDigits));
  };
  Drawing legend{.height = kSwatchHeight + 1.4 * kNoteSize};
  const std::string first = text_of(is_share ? 0.0 : -largest);
  const double left = std::max(0.0, text_width(first, kNoteSize) / 2 - (is_share ? 0.0 : 2.2));
  for (int level = 0; level < n; ++level) {
    Shape area{.fill = Shape::Fill::color,
               .color = {is_share ? Color::Kind::share : Color::Kind::signed_value, level}};
    add_rectangle(area.path, {left + level * kSwatchWidth, 0, kSwatchWidth, kSwatchHeight});
    legend.items.push_back(std::move(area));
  }
  const double length = n * kSwatchWidth;
  legend.items.push_back(framed({left, 0, length, kSwatchHeight}));
  // Shares are named where one step ends and the next begins, sizes below the middle of theirs.
  const double inset = is_share ? 0.0 : kSwatchWidth / 2;
  double right = left;
  for (const double share : {0.0, 0.5, 1.0}) {
    const double value = (is_share ? share : 2 * share - 1) * largest;
    const std::string text = (share == 1.0 && scale.is_exceeded ? "≥ " : "") + text_of(value);
    if (is_share) right = std::max(left, text_width(text, kNoteSize) / 2);
    legend.items.push_back(
        Text{.at = {left + inset + share * (length - 2 * inset), kSwatchHeight + 1.1 * kNoteSize},
             .text = text,
             .size = kNoteSize,
             .color = {Color::Kind::quiet},
             .anchor = Text::Anchor::middle});
  }
  legend.width = left + length + right;
  return not_wider(std::move(legend), width);
}

std::vector<Drawing> blocked_legends(const std::vector<const Stage*>& stages, double width) {
  std::set<std::string> said;
  std::vector<Drawing> legends;
  const auto add = [&](Shape::Fill fill, Color color, const std::string& letter,
                       const std::string& text) {
    if (said.insert(letter + text).second)
      legends.push_back(swatch_with_text(fill, color, letter, text, width));
  };
  for (const Stage* stage : stages) {
    if (std::holds_alternative<Permission>(stage->rule)) {
      for (const auto& [mark, is_open, meaning] : permission_marks(*stage))
        add(is_open ? Shape::Fill::color : Shape::Fill::hatching,
            is_open ? Color{Color::Kind::open} : Color{}, is_open ? "" : mark, meaning);
    } else if (arma::accu(stage->blocked != 0) > 0) {
      add(Shape::Fill::hatching, {}, "", blocked_reasons(*stage));
    }
  }
  return legends;
}

}  // namespace attn
