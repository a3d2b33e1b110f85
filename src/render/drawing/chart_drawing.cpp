#include "render/drawing/chart_drawing.hpp"

#include <algorithm>

#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"

namespace attn {
namespace {

constexpr double kTickLength = 0.9, kBesideChart = 0.9, kChartLine = 1.25;
constexpr double kAxisWidth = 0.2, kGridWidth = 0.1, kChartCurveWidth = 0.45;
constexpr double kShapeOfChart = 0.5, kLeastHeight = 32.0, kMostHeight = 75.0;  // height : width
constexpr double kMostForChartNames = 0.3;                                      // of the width
constexpr int kCurveStyles = 3;
const std::vector<double> kDashesOfCurves[kCurveStyles] = {{}, {2.0, 1.0}, {0.5, 0.8}};

const Color kGridColor{Color::Kind::rule}, kAxisColor{Color::Kind::quiet};

class ChartDrawing {
 public:
  ChartDrawing(const Chart& chart, double width) : chart_(chart) {
    double left = 0.0;
    for (const Chart::Tick& tick : chart.y_ticks)
      left = std::max(left, text_width(tick.label, kNoteSize));
    double right = 0.0;
    for (const auto& [name, strokes] : chart.curves)
      right = std::max(right, text_width(name, kLabelSize));
    for (const Chart::Tick& level : chart.levels)
      right = std::max(right, text_width(level.label, kNoteSize));
    names_ = std::min(right, kMostForChartNames * width);
    const double header = kNoteSize * kChartLine + kBesideChart;
    area_ = {left + kBesideChart + kTickLength, header, 0.0, 0.0};
    area_.width = width - area_.x - (names_ > 0 ? names_ + kBesideChart : 0.0) - kBesideChart;
    area_.height = std::clamp(kShapeOfChart * area_.width, kLeastHeight, kMostHeight);
    drawing_.width = width;
    drawing_.height = area_.bottom() + kTickLength + 2 * kNoteSize * kChartLine + kBesideChart;
  }

  Drawing drawn() {
    y_axis();
    x_axis();
    for (const Chart::Tick& mark : chart_.marks) put_mark(mark);
    for (const Chart::Tick& level : chart_.levels) put_level(level);
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) put_curve(i);
    names();
    return std::move(drawing_);
  }

 private:
  Point at(Point share) const {
    return {area_.x + share.x * area_.width, area_.bottom() - share.y * area_.height};
  }
  void put_text(Point where, const std::string& text, double size, Text::Anchor anchor,
                Color color) {
    drawing_.items.push_back(
        Text{.at = where, .text = text, .size = size, .color = color, .anchor = anchor});
  }

  void y_axis() {
    put_text({area_.x - kTickLength, kNoteSize}, chart_.y_name, kNoteSize, Text::Anchor::start,
             kAxisColor);
    for (const Chart::Tick& tick : chart_.y_ticks) {
      const Point place = at({0.0, tick.share});
      drawing_.items.push_back(line_from(place, {area_.right(), place.y}, kGridWidth, kGridColor));
      put_text({place.x - kTickLength - kBesideChart / 2, base_line(place.y, kNoteSize)},
               tick.label, kNoteSize, Text::Anchor::end, kAxisColor);
    }
    drawing_.items.push_back(line_from(at({0, 0}), at({0, 1}), kAxisWidth, kAxisColor));
  }

  // Labels that would touch the one before them are left out, but the last one stays.
  void x_axis() {
    drawing_.items.push_back(line_from(at({0, 0}), at({1, 0}), kAxisWidth, kAxisColor));
    const double line = area_.bottom() + kTickLength + kNoteSize;
    const auto half = [](const Chart::Tick& tick) {
      return text_width(tick.label, kNoteSize) / 2 + kBesideChart / 2;
    };
    double last_end = -1.0;
    for (const Chart::Tick& tick : chart_.x_ticks) {
      const double x = at({tick.share, 0}).x;
      const bool is_last = &tick == &chart_.x_ticks.back();
      const double last = at({chart_.x_ticks.back().share, 0}).x - half(chart_.x_ticks.back());
      if (x - half(tick) < last_end || (!is_last && x + half(tick) > last)) continue;
      last_end = x + half(tick);
      const double bottom = area_.bottom();
      drawing_.items.push_back(
          line_from({x, bottom}, {x, bottom + kTickLength}, kAxisWidth, kAxisColor));
      put_text({x, line}, tick.label, kNoteSize, Text::Anchor::middle, kAxisColor);
    }
    put_text({area_.right(), line + kNoteSize * kChartLine}, chart_.x_name, kNoteSize,
             Text::Anchor::end, kAxisColor);
  }

  // Its label stands on the side of the line that has more room.
  void put_mark(const Chart::Tick& mark) {
    Shape line = line_from(at({mark.share, 0}), at({mark.share, 1}), 0.3, {});
    line.dashes = {0.4, 0.8};
    drawing_.items.push_back(std::move(line));
    const bool is_left = mark.share > 0.5;
    const Point foot = at({mark.share, 0});
    put_text({foot.x + (is_left ? -kBesideChart : kBesideChart), foot.y - kBesideChart}, mark.label,
             kLabelSize, is_left ? Text::Anchor::end : Text::Anchor::start, {});
  }

  void put_level(const Chart::Tick& level) {
    Shape line = line_from(at({0, level.share}), at({1, level.share}), 0.25, kAxisColor);
    line.dashes = {1.2, 1.2};
    drawing_.items.push_back(std::move(line));
  }

  void put_curve(std::size_t index) {
    const auto style = static_cast<int>(index % kCurveStyles);
    for (const std::vector<Point>& stroke : chart_.curves[index].strokes) {
      Shape line{.stroke_width = kChartCurveWidth,
                 .stroke = {Color::Kind::curve, style},
                 .dashes = kDashesOfCurves[style]};
      for (const Point& place : stroke)
        line.path.push_back({line.path.empty() ? Step::Kind::move : Step::Kind::line, at(place)});
      if (stroke.size() == 1) line.path.push_back({Step::Kind::line, at(stroke.front())});
      drawing_.items.push_back(std::move(line));
    }
  }

  struct Name {
    double y;
    std::string text;
    double size;
    Color color;
  };

  // Where curves and levels end, from above; what would meet moves down, and up from the bottom.
  void names() {
    std::vector<Name> all;
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) {
      const auto& strokes = chart_.curves[i].strokes;
      if (strokes.empty()) continue;
      all.push_back({at(strokes.back().back()).y,
                     chart_.curves[i].name,
                     kLabelSize,
                     {Color::Kind::curve, static_cast<int>(i % kCurveStyles)}});
    }
    for (const Chart::Tick& level : chart_.levels)
      all.push_back({at({0, level.share}).y, level.label, kNoteSize, kAxisColor});
    std::stable_sort(all.begin(), all.end(),
                     [](const Name& a, const Name& b) { return a.y < b.y; });
    constexpr double kApart = kLabelSize * kChartLine;
    for (std::size_t i = 1; i < all.size(); ++i)
      all[i].y = std::max(all[i].y, all[i - 1].y + kApart);
    double most = area_.bottom();
    for (auto name = all.rbegin(); name != all.rend(); ++name, most -= kApart)
      name->y = std::min(name->y, most);
    for (const Name& name : all) {
      const FittedText fitted = fitted_text(name.text, names_, name.size, kLeastTextSize);
      put_text({area_.right() + kBesideChart, base_line(name.y, fitted.size)}, fitted.text,
               fitted.size, Text::Anchor::start, name.color);
    }
  }

  const Chart& chart_;
  Box area_{};
  double names_ = 0.0;
  Drawing drawing_{};
};

}  // namespace

Drawing chart_drawing(const Chart& chart, double width) {
  return ChartDrawing(chart, width).drawn();
}

}  // namespace attn
