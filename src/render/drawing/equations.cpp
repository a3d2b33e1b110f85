#include "render/drawing/equations.hpp"

#include <algorithm>

#include "render/drawing/axis_labels.hpp"
#include "render/drawing/matrix_drawing.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/matrix/matrix_view.hpp"
#include "render/picture/trace_flow.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

constexpr double kSignGap = 2.0, kSignSize = 4.0, kPartGap = 0.9;
constexpr double kArrow = 5.0, kArrowHead = 1.4, kArrowWidth = 0.3, kBesideArrow = 2.0;

constexpr double kLeastEquation = kLeastTextSize / kNoteSize;  // so much smaller one may become
constexpr double kHeader = kCaptionSize * 1.3 + kPartGap;      // above a matrix

// A matrix of an equation under its symbol, and room for labels that others have.
Drawing part_of(const Stage& stage, const Layout& layout, bool others_have_labels) {
  constexpr double kAnyWidth = 1e4;  // it is made smaller together with the others
  Drawing matrix = matrix_drawing(stage, layout, kAnyWidth);
  const std::string shape = bare_shape(stage);
  const double names =
      text_width(stage.symbol, kCaptionSize, true) + kSignGap + text_width(shape, kNoteSize);
  const double top =
      kHeader + (others_have_labels && stage.cols.labels.empty() ? kColumnLabelHeight : 0.0);
  Drawing part{.width = std::max(matrix.width, names), .height = top + matrix.height};
  const double middle = part.width / 2, left = middle - names / 2;
  part.items.push_back(Text{
      .at = {left, kCaptionSize}, .text = stage.symbol, .size = kCaptionSize, .is_bold = true});
  part.items.push_back(Text{.at = {middle + names / 2, kCaptionSize},
                            .text = shape,
                            .size = kNoteSize,
                            .color = {Color::Kind::quiet},
                            .anchor = Text::Anchor::end});
  const double x = middle - matrix.width / 2;
  put(part, std::move(matrix), {x, top});
  return part;
}

// In the middle of the matrices, and not of what stands above them.
Drawing sign(const std::string& text, double above) {
  Drawing line = text_line(text, kSignSize), lowered{.width = line.width};
  lowered.height = above + line.height;
  put(lowered, std::move(line), {0.0, above});
  return lowered;
}

// left · right = result, as wide as that is.
Drawing equation(const Trace& trace, const Stage& stage, const Layout& layout) {
  const auto& product = std::get<Product>(stage.rule);
  const Stage& left = trace.source_of(stage, product.left);
  const Stage& right = trace.source_of(stage, product.right);
  const Stage first = product.left_transposed ? transposed(left) : left,
              second = product.right_transposed ? transposed(right) : right;
  bool has_labels = false;
  for (const Stage* part : {&first, &second, &stage})
    has_labels = has_labels || !part->cols.labels.empty();
  const double above = kHeader + (has_labels ? kColumnLabelHeight : 0.0);
  std::vector<Drawing> parts{part_of(first, layout, has_labels), sign("·", above),
                             part_of(second, layout, has_labels), sign("=", above),
                             part_of(stage, layout, has_labels)};
  return beside(std::move(parts), kSignGap);
}

// Those that lead to the result, all made smaller alike where one is too wide; none where that
// would become too small.
std::vector<Drawing> equations_within(const Trace& trace, const Layout& layout, double width) {
  std::vector<Drawing> rows;
  double widest = 0.0;
  for (const Stage* stage : stages_towards_result(trace)) {
    if (!is_product_of_computed(trace, *stage)) continue;
    rows.push_back(equation(trace, *stage, layout));
    widest = std::max(widest, rows.back().width);
  }
  if (widest * kLeastEquation > width) return {};
  if (widest > width)
    for (Drawing& row : rows) row = scaled(std::move(row), width / widest);
  return rows;
}

// An arrow, and beside it the formulas of what happens between two equations.
Drawing arrow_with(const std::vector<std::string>& formulas, double width) {
  const double x = kArrowHead;
  Drawing arrow{.width = 2 * kArrowHead, .height = kArrow};
  arrow.items.push_back(line_from({x, 0}, {x, kArrow - kArrowHead}, kArrowWidth, {}));
  arrow.items.push_back(
      Shape{.fill = Shape::Fill::color,
            .path = {{Step::Kind::move, {x, kArrow}},
                     {Step::Kind::line, {x - kArrowHead / 2, kArrow - kArrowHead}},
                     {Step::Kind::line, {x + kArrowHead / 2, kArrow - kArrowHead}},
                     {Step::Kind::close}}});
  std::vector<Drawing> texts;
  const double room = width - arrow.width - kBesideArrow;
  for (const std::string& formula : formulas) {
    const FittedText fitted = fitted_text(formula, room, kCaptionSize, kLeastTextSize);
    texts.push_back(text_line(fitted.text, fitted.size));
  }
  return beside({std::move(arrow), in_rows(std::move(texts), room, 2 * kBesideArrow, 0.0)},
                kBesideArrow);
}

}  // namespace

bool is_product_of_computed(const Trace& trace, const Stage& stage) {
  const auto* product = std::get_if<Product>(&stage.rule);
  if (!product || !stage.group.empty() || !product->bias.empty()) return false;
  return !is_parameter(trace.source_of(stage, product->left)) &&
         !is_parameter(trace.source_of(stage, product->right));
}

Equations equations_of(const Trace& trace, const Layout& layout, double width) {
  Equations equations;
  std::vector<Drawing> rows = equations_within(trace, layout, width);
  auto next = rows.begin();
  std::vector<std::string> between;
  for (const Stage* stage : stages_towards_result(trace)) {
    if (!is_product_of_computed(trace, *stage)) {
      if (!equations.rows.empty()) between.push_back(stage->formula);
      continue;
    }
    if (next == rows.end()) return {};
    if (!between.empty() && layout.explain > 0)
      equations.rows.push_back(arrow_with(between, width));
    between.clear();
    equations.rows.push_back(std::move(*next++));
    const auto& product = std::get<Product>(stage->rule);
    for (const std::string& id : {product.left, product.right})
      equations.stages.push_back(&trace.source_of(*stage, id));
    equations.stages.push_back(stage);
  }
  return equations;
}

}  // namespace attn
