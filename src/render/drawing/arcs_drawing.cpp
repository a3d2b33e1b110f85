#include "render/drawing/arcs_drawing.hpp"

#include <algorithm>
#include <cmath>

#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/matrix/stage_grid.hpp"
#include "render/picture/arc_drawing.hpp"
#include "render/picture/links.hpp"
#include "render/text/cut_label.hpp"

namespace attn {
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
  if (drawing.width > width) drawing = scaled(std::move(drawing), width / drawing.width);
  return drawing;
}

}  // namespace attn
