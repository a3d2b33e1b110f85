#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "render/curve/curve.hpp"
#include "render/drawing/drawing.hpp"
#include "render/matrix/matrix.hpp"
#include "render/picture/picture.hpp"
#include "render/text/text.hpp"
#include "render/trace/trace.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

constexpr double kBetweenParts = 2.0, kBetweenCaptions = 2.4;
constexpr double kLeastCaptionSize = 0.85 * kCaptionSize;  // else it takes another line

Drawing note(const std::string& text, double width) {
  return paragraph_drawing(text, kNoteSize, width, {Color::Kind::quiet});
}

bool shows_plot(const Stage& stage, const Layout& layout) {
  return (!layout.view || layout.view == View::waves) && draws_plot(stage);
}

bool shows_waves(const Stage& stage, const Layout& layout) {
  if (shows_plot(stage, layout)) return false;
  return layout.view ? layout.view == View::waves : draws_waves(stage);
}

bool shows_matrix(const Stage& stage, const Layout& layout) {
  if (shows_plot(stage, layout) || shows_waves(stage, layout)) return false;
  return layout.view != View::rows && layout.view != View::arcs;
}

// Where some columns are drawn as curves, colours below show all of them.
bool shows_carpet(const Stage& stage, const Layout& layout) {
  return !layout.view && shows_waves(stage, layout) && stage.rows.is_scale &&
         stage.value.n_cols > 1;
}

std::vector<Drawing> arcs_parts(const Stage& stage, const Layout& layout, double width) {
  const std::optional<arma::uword> row = find_row(stage, layout.row);
  std::vector<Drawing> parts{arcs_drawing(stage, layout, width, row)};
  const Links links = links_of(stage, row);
  if (layout.explain > 0 || links.links.empty())
    parts.push_back(note(linked_pairs(stage, links, layout, row), width));
  return parts;
}

std::vector<Drawing> curve_parts(const Stage& stage, const Curves& curves, const Layout& layout,
                                 double width, bool has_carpet) {
  std::vector<Drawing> parts{waves_drawing(curves, width, has_carpet ? &stage : nullptr)};
  if (layout.explain > 0)
    parts.push_back(note(curves_sentence(stage, curves, layout, has_carpet), width));
  return parts;
}

std::vector<Drawing> parts_of(const Stage& stage, const Layout& layout, double width) {
  if (layout.view == View::arcs) return arcs_parts(stage, layout, width);
  if (layout.view == View::rows) {
    const Curves curves = row_curves(stage, find_row(stage, layout.row));
    return curve_parts(stage, curves, layout, width, false);
  }
  if (shows_plot(stage, layout)) return {chart_drawing(chart_of(plot_of_stage(stage)), width)};
  if (shows_waves(stage, layout)) {
    const Curves curves = wave_curves(stage, layout);
    return curve_parts(stage, curves, layout, width, shows_carpet(stage, layout));
  }
  return {matrix_drawing(stage, layout, width)};
}

}  // namespace

bool is_drawn_in_figures(View view) {
  return view != View::bars && view != View::chain && view != View::flow;
}

bool panel_has_colors(const Stage& stage, const Layout& layout, double width) {
  if (shows_carpet(stage, layout)) return true;
  return shows_matrix(stage, layout) && !std::holds_alternative<Permission>(stage.rule) &&
         has_colors_within(stage, layout, width);
}

Drawing stage_caption(const Stage& stage, const Layout& layout, double width,
                      const std::string& shape) {
  std::vector<Drawing> parts;
  const auto add = [&](const std::string& text, Color color, bool is_bold) {
    const FittedText fitted = fitted_text(text, width, kCaptionSize, kLeastTextSize, is_bold);
    const bool is_readable = is_bold || fitted.size >= kLeastCaptionSize;
    parts.push_back(is_readable ? text_line(fitted.text, fitted.size, color, is_bold)
                                : paragraph_drawing(text, kCaptionSize, width, color));
  };
  add(stage_name(stage), {}, true);
  if (!stage.formula.empty() && stage.formula != stage.symbol) add(stage.formula, {}, false);
  add(shape, {Color::Kind::quiet}, false);
  std::vector<Drawing> lines{in_rows(std::move(parts), width, kBetweenCaptions, 0.0)};
  if (layout.explain > 1 && !stage.note.empty()) lines.push_back(note(stage.note, width));
  return stacked(std::move(lines), 0.6);
}

Drawing stage_panel(const Stage& stage, const Layout& layout, double width, double least_caption) {
  std::vector<Drawing> parts = parts_of(stage, layout, width);
  const bool needs_own_legend = !holds_shares(stage) && panel_has_colors(stage, layout, width);
  if (needs_own_legend && layout.explain > 0) parts.push_back(color_legend(stage, width));
  if (layout.explain > 0) {
    double widest = least_caption;
    for (const Drawing& part : parts) widest = std::max(widest, part.width);
    parts.insert(parts.begin(),
                 stage_caption(stage, layout, std::min(widest, width), named_shape(stage)));
  }
  return stacked(std::move(parts), kBetweenParts);
}

namespace {

constexpr double kWordSize = 3.0, kBetweenArcWords = 3.4, kArcLineHeight = 4.4;
constexpr double kFirstLane = 4.6, kAtWords = 1.0;  // mm away from the words
constexpr double kLane = 4.8, kLaneBeside = 9.0,
                 kLaneWithoutValues = 1.6;  // mm from one to the next, for their numbers
constexpr double kThinnest = 0.2, kThickest = 0.7, kHead = 1.7, kHeadWidth = 1.5;
constexpr double kBetweenSentences = 42.0;
constexpr unsigned kLongestWord = 24;  // columns
constexpr double kValueAway = 1.9;
constexpr double kApex = 0.75;  // of the way to its control points a curve goes

const Color kCurve{Color::Kind::curve, 0};

// Words along a line, and what lies how far away from it on which side; the line runs to the right
// or downwards.
class Plane {
 public:
  Plane(bool runs_down, double base) : runs_down_(runs_down), base_(base) {}

  bool runs_down() const { return runs_down_; }

  // `away` is positive above the line, or at its right.
  Point at(double along, double away) const {
    return runs_down_ ? Point{base_ + away, along} : Point{along, base_ - away};
  }

 private:
  bool runs_down_;
  double base_;
};

struct SideOfArcs {
  std::vector<Arc> arcs{};
  std::vector<double> values{};
  std::vector<std::size_t> lanes{};
  double lane_extent = kLane;

  double height() const {
    std::size_t most = 0;
    for (const std::size_t lane : lanes) most = std::max(most, lane + 1);
    return most == 0 ? 0.0 : kApex * reach_of(most - 1) + lane_extent;
  }
  double reach_of(std::size_t lane) const {
    return (kFirstLane + static_cast<double>(lane) * lane_extent) / kApex;
  }
};

class ArcsDrawing {
 public:
  ArcsDrawing(const Stage& stage, const Layout& layout, std::optional<arma::uword> row)
      : links_(links_of(stage, row)), write_(format_of(stage, layout)) {
    for (const Link& link : links_.links) largest_ = std::max(largest_, std::abs(link.value));
    words_ = cut_labels(stage.rows.labels, kLongestWord, cut_mark(Glyphs::unicode));
    keys_ = cut_labels(stage.cols.labels, kLongestWord, cut_mark(Glyphs::unicode));
  }

  bool is_self() const { return links_.is_self; }

  // One sentence, in one line or one column.
  Drawing of_one(bool runs_down, bool has_values = true) const {
    const double lane = !has_values ? kLaneWithoutValues : runs_down ? kLaneBeside : kLane;
    const SideOfArcs back = side(true, has_values, lane), ahead = side(false, has_values, lane);
    double widest = 0.0;
    for (const std::string& word : words_) widest = std::max(widest, text_width(word, kWordSize));
    const double half = runs_down ? widest / 2 : kWordSize * 0.7;
    const double near = ahead.height() + half, far = back.height() + half;
    const Plane plane(runs_down, runs_down ? near : far);
    std::vector<double> middles;
    double end = 0.0;
    for (const std::string& word : words_) {
      const double extent =
          runs_down ? kArcLineHeight : text_width(word, kWordSize) + kBetweenArcWords;
      middles.push_back(end + extent / 2);
      end += extent;
    }
    Drawing drawing{.width = runs_down ? near + far : end, .height = runs_down ? end : near + far};
    put_arcs(drawing, plane, middles, back, half, 1.0);
    put_arcs(drawing, plane, middles, ahead, half, -1.0);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Point place = plane.at(middles[i], 0.0);
      put_word(drawing, {place.x, base_line(place.y, kWordSize)}, words_[i], Text::Anchor::middle);
    }
    return drawing;
  }

  Drawing of_two() const {
    double left = 0.0, right = 0.0;
    for (const std::string& word : words_) left = std::max(left, text_width(word, kWordSize));
    for (const std::string& word : keys_) right = std::max(right, text_width(word, kWordSize));
    const std::size_t n = std::max(words_.size(), keys_.size());
    Drawing drawing{.width = left + kBetweenSentences + right,
                    .height = static_cast<double>(n) * kArcLineHeight};
    const auto y_of = [n](std::size_t i, std::size_t of) {
      return (static_cast<double>(i) + 0.5 + static_cast<double>(n - of) / 2) * kArcLineHeight;
    };
    for (const Link& link : links_.links) {
      const Point from{left + kAtWords, y_of(link.query, words_.size())},
          to{left + kBetweenSentences - kAtWords, y_of(link.key, keys_.size())};
      const double middle = (from.x + to.x) / 2;
      drawing.items.push_back(
          Shape{.path = {{Step::Kind::move, from},
                         {Step::Kind::curve, to, {middle, from.y}, {middle, to.y}}},
                .stroke_width = thickness(link.value),
                .stroke = kCurve});
    }
    for (std::size_t i = 0; i < words_.size(); ++i)
      put_word(drawing, {left, base_line(y_of(i, words_.size()), kWordSize)}, words_[i],
               Text::Anchor::end);
    for (std::size_t i = 0; i < keys_.size(); ++i)
      put_word(drawing, {left + kBetweenSentences, base_line(y_of(i, keys_.size()), kWordSize)},
               keys_[i], Text::Anchor::start);
    return drawing;
  }

 private:
  SideOfArcs side(bool goes_back, bool has_values, double lane_extent) const {
    SideOfArcs result{.lane_extent = lane_extent};
    for (const Link& link : links_.links) {
      if ((link.key < link.query) != goes_back) continue;
      result.arcs.push_back({link.query, link.key, has_values ? write_(link.value) : ""});
      result.values.push_back(link.value);
    }
    result.lanes = lanes_of(result.arcs);
    return result;
  }

  double thickness(double value) const {
    const double share = largest_ > 0 ? std::abs(value) / largest_ : 1.0;
    return kThinnest + (kThickest - kThinnest) * share;
  }

  void put_arcs(Drawing& drawing, const Plane& plane, const std::vector<double>& middles,
                const SideOfArcs& side, double half, double sign) const {
    std::vector<Text> values;
    for (std::size_t i = 0; i < side.arcs.size(); ++i) {
      const double from = middles[side.arcs[i].from], to = middles[side.arcs[i].to];
      const double start = sign * half, reach = sign * (half + side.reach_of(side.lanes[i]));
      // They leave a word and arrive at it a little apart.
      const double apart = std::min(1.2, std::abs(from - to) / 6) * (to < from ? -1.0 : 1.0);
      const double leaves = from + apart, arrives = to - apart;
      drawing.items.push_back(
          Shape{.path = {{Step::Kind::move, plane.at(leaves, start)},
                         {Step::Kind::curve, plane.at(arrives, start + 0.8 * sign * kHead),
                          plane.at(leaves, reach), plane.at(arrives, reach)}},
                .stroke_width = thickness(side.values[i]),
                .stroke = kCurve});
      put_head(drawing, plane, arrives, start, sign);
      if (side.arcs[i].value.empty()) continue;
      values.push_back(value_beside(
          plane.at((leaves + arrives) / 2, start + kApex * (reach - start) + sign * kValueAway),
          side.arcs[i].value, plane, sign));
    }
    for (const Text& value : values) put_paper_under(drawing, value);
    drawing.items.insert(drawing.items.end(), values.begin(), values.end());
  }

  // Outside its arc, where the next one is far enough away.
  static Text value_beside(Point at, const std::string& text, const Plane& plane, double sign) {
    Text value{.at = {at.x, base_line(at.y, kNumberSize)}, .text = text, .size = kNumberSize};
    value.anchor = !plane.runs_down() ? Text::Anchor::middle
                   : sign > 0         ? Text::Anchor::start
                                      : Text::Anchor::end;
    return value;
  }

  static void put_paper_under(Drawing& drawing, const Text& value) {
    const double width = text_width(value.text, value.size);
    const double before = value.anchor == Text::Anchor::start    ? 0.0
                          : value.anchor == Text::Anchor::middle ? 0.5
                                                                 : 1.0;
    Shape paper{.fill = Shape::Fill::color, .color = {Color::Kind::paper}};
    add_rectangle(paper.path, {value.at.x - before * width, value.at.y - 0.78 * value.size, width,
                               0.84 * value.size});
    drawing.items.push_back(std::move(paper));
  }

  // The tip of an arrow at the key.
  static void put_head(Drawing& drawing, const Plane& plane, double along, double away,
                       double sign) {
    const double back = away + sign * kHead;
    drawing.items.push_back(
        Shape{.fill = Shape::Fill::color,
              .path = {{Step::Kind::move, plane.at(along, away)},
                       {Step::Kind::line, plane.at(along - kHeadWidth / 2, back)},
                       {Step::Kind::line, plane.at(along + kHeadWidth / 2, back)},
                       {Step::Kind::close}},
              .color = kCurve});
  }

  static void put_word(Drawing& drawing, Point at, const std::string& word, Text::Anchor anchor) {
    drawing.items.push_back(Text{.at = at, .text = word, .size = kWordSize, .anchor = anchor});
  }

  Links links_;
  NumberFormat write_;
  double largest_ = 0.0;
  std::vector<std::string> words_{}, keys_{};
};

}  // namespace

Drawing arcs_drawing(const Stage& stage, const Layout& layout, double width,
                     std::optional<arma::uword> row) {
  const ArcsDrawing arcs(stage, layout, row);
  Drawing drawing = arcs.is_self() ? arcs.of_one(false) : arcs.of_two();
  for (const bool has_values : {true, false})
    if (drawing.width * kLeastScale > width && arcs.is_self())
      drawing = arcs.of_one(true, has_values);
  return not_wider(std::move(drawing), width);
}

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
