#include "render/drawing/chart_drawing.hpp"

#include <algorithm>

#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"

namespace attn {
namespace {

constexpr double kTickLength = 0.9, kBesideChart = 0.9, kChartLine = 1.25;
constexpr double kAxisWidth = 0.2, kGridWidth = 0.1, kChartCurveWidth = 0.45;
constexpr double kShapeOfChart = 0.5, kLeastHeight = 32.0, kMostHeight = 75.0;  // height : width
constexpr double kMostForChartNames = 0.33;  // of the width; names that need more stand below
constexpr double kSampleLength = 6.0, kMarkWidth = 0.3;
constexpr double kLevelWidth = 0.25;
const std::vector<double> kLevelDashes{1.2, 1.2};
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
    has_names_below_ = right > kMostForChartNames * width;
    names_ = has_names_below_ ? 0.0 : right;
    const double header = kNoteSize * kChartLine + kBesideChart;
    area_ = {left + kBesideChart + kTickLength, header, 0.0, 0.0};
    const double last_label =
        chart.x_ticks.empty() ? 0.0 : text_width(chart.x_ticks.back().label, kNoteSize);
    const double at_right = names_ > 0 ? names_ + 2 * kBesideChart : kBesideChart;
    area_.width = width - area_.x - std::max(at_right, last_label / 2);
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
    if (has_names_below_)
      names_below();
    else
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

  // Whether every so manyth label keeps apart from the one before it.
  bool keep_apart(std::size_t stride) const {
    double last_end = -kBesideChart;
    for (std::size_t i = 0; i < chart_.x_ticks.size(); i += stride) {
      const Chart::Tick& tick = chart_.x_ticks[i];
      const double x = at({tick.share, 0}).x, half = text_width(tick.label, kNoteSize) / 2;
      if (x - half < last_end + kBesideChart) return false;
      last_end = x + half;
    }
    return true;
  }

  // Every label that has room, or every second one …; rather so that the last one is among them.
  std::size_t stride_of_ticks() const {
    const std::size_t n = std::max<std::size_t>(chart_.x_ticks.size(), 1);
    std::size_t least = 1;
    while (least < n && !keep_apart(least)) ++least;
    for (std::size_t stride = least; stride <= 2 * least && stride < n; ++stride)
      if ((n - 1) % stride == 0 && keep_apart(stride)) return stride;
    return least;
  }

  void x_axis() {
    drawing_.items.push_back(line_from(at({0, 0}), at({1, 0}), kAxisWidth, kAxisColor));
    const double line = area_.bottom() + kTickLength + kNoteSize;
    const std::size_t stride = stride_of_ticks();
    for (std::size_t i = 0; i < chart_.x_ticks.size(); i += stride) {
      const Chart::Tick& tick = chart_.x_ticks[i];
      const double x = at({tick.share, 0}).x, bottom = area_.bottom();
      drawing_.items.push_back(
          line_from({x, bottom}, {x, bottom + kTickLength}, kAxisWidth, kAxisColor));
      put_text({x, line}, tick.label, kNoteSize, Text::Anchor::middle, kAxisColor);
    }
    put_text({area_.right(), line + kNoteSize * kChartLine}, chart_.x_name, kNoteSize,
             Text::Anchor::end, kAxisColor);
  }

  // Its label stands on the side of the line that has more room, or above where that is too little.
  void put_mark(const Chart::Tick& mark) {
    Shape line = line_from(at({mark.share, 0}), at({mark.share, 1}), kMarkWidth, {});
    line.dashes = {0.4, 0.8};
    drawing_.items.push_back(std::move(line));
    const bool is_left = mark.share > 0.5;
    const Point foot = at({mark.share, 0});
    const double length = text_width(mark.label, kLabelSize);
    const double room = is_left ? foot.x - area_.x : area_.right() - foot.x;
    if (length + 2 * kBesideChart > room) {
      const double free_from =
          area_.x - kTickLength + text_width(chart_.y_name, kNoteSize) + kBesideChart;
      const double end =
          std::min(std::max(foot.x + length / 2, free_from + length), drawing_.width);
      if (end - length >= free_from)
        put_text({end, kNoteSize}, mark.label, kLabelSize, Text::Anchor::end, {});
      return;
    }
    put_text({foot.x + (is_left ? -kBesideChart : kBesideChart), foot.y - kBesideChart}, mark.label,
             kLabelSize, is_left ? Text::Anchor::end : Text::Anchor::start, {});
  }

  void put_level(const Chart::Tick& level) {
    Shape line = line_from(at({0, level.share}), at({1, level.share}), kLevelWidth, kAxisColor);
    line.dashes = kLevelDashes;
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

  // What each line is called, from the first to the last.
  void names_below() {
    std::vector<Drawing> names;
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) {
      const auto style = static_cast<int>(i % kCurveStyles);
      Shape sample = sample_line(kChartCurveWidth, {Color::Kind::curve, style});
      sample.dashes = kDashesOfCurves[style];
      names.push_back(named_sample(std::move(sample), chart_.curves[i].name));
    }
    for (const Chart::Tick& level : chart_.levels) {
      Shape sample = sample_line(kLevelWidth, kAxisColor);
      sample.dashes = kLevelDashes;
      names.push_back(named_sample(std::move(sample), level.label));
    }
    Drawing all = stacked(std::move(names), 0.0);
    const double top = drawing_.height + kBesideChart;
    drawing_.height = top + all.height;
    put(drawing_, std::move(all), {0.0, top});
  }

  static Shape sample_line(double width, Color color) {
    return line_from({0, kLabelSize / 2}, {kSampleLength, kLabelSize / 2}, width, color);
  }

  Drawing named_sample(Shape line, const std::string& name) const {
    Drawing sample{.width = kSampleLength, .height = kLabelSize};
    sample.items.push_back(std::move(line));
    const double room = drawing_.width - kSampleLength - kBesideChart;
    return beside({std::move(sample), paragraph_drawing(name, kLabelSize, room)}, kBesideChart);
  }

  const Chart& chart_;
  Box area_{};
  double names_ = 0.0;  // how much of the width they take
  bool has_names_below_ = false;
  Drawing drawing_{};
};

}  // namespace

Drawing chart_drawing(const Chart& chart, double width) {
  return ChartDrawing(chart, width).drawn();
}

}  // namespace attn
