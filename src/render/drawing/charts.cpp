#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/count.hpp"
#include "base/text.hpp"
#include "render/drawing/drawing.hpp"
#include "render/layout.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/text.hpp"

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

namespace {

constexpr unsigned kMostPlotTicks = 7;

std::vector<std::vector<Point>> strokes_of(const Plot& plot, const Plot::Curve& curve) {
  const PlotScale x = x_scale_of(plot), y = y_scale_of(plot);
  std::vector<std::vector<Point>> strokes(1);
  for (std::size_t i = 0; i < curve.values.size(); ++i) {
    if (y.holds(curve.values[i]))
      strokes.back().push_back({x.share_of(plot.places[i]), y.share_of(curve.values[i])});
    else if (!strokes.back().empty())
      strokes.emplace_back();
  }
  if (strokes.back().empty()) strokes.pop_back();
  return strokes;
}

}  // namespace

Chart chart_of(const Plot& plot) {
  const PlotScale x = x_scale_of(plot), y = y_scale_of(plot);
  Chart chart{.x_name = plot.x_name, .y_name = plot.y_name};
  const std::vector<std::string> places = place_texts(plot.places, plot.place_decimals);
  for (std::size_t i = 0; i < places.size(); ++i)
    chart.x_ticks.push_back({x.share_of(plot.places[i]), places[i]});
  for (const Count& tick : y.ticks(kMostPlotTicks))
    chart.y_ticks.push_back({y.share_of(tick), tick_text(tick, plot.value_decimals)});
  for (const Plot::Curve& curve : plot.curves)
    chart.curves.push_back({curve.name, strokes_of(plot, curve)});
  for (const Count& mark : plot.marks)
    chart.marks.push_back({x.share_of(mark), plot.x_name + " " + count_text(mark)});
  return chart;
}

namespace {

constexpr double kBand = 10.0, kBandGap = 2.0, kAfterName = 2.0, kTick = 0.9;
constexpr double kHighestCarpet = 60.0, kLeastCarpetRow = 0.5, kMostCarpetRow = 3.4;
constexpr double kWaveWidth = 0.4, kRuleWidth = 0.12, kMostForWaveNames = 0.28;
constexpr double kMostForPlaceNames = 0.3, kLeastForCurves = 0.25;  // of the width
constexpr std::size_t kMostWaveTicks = 10;

// Names of places, short enough for one to stand on either side of the curves.
std::vector<std::string> short_places(const std::vector<std::string>& places, double width) {
  const double columns = kMostForPlaceNames * width / text_width("0", kNoteSize);
  return cut_labels(places, std::max(3U, static_cast<unsigned>(columns)),
                    cut_mark(Glyphs::unicode));
}

// The number of the first place where all of them count on from it: 3 of 3, 4, 5, …
std::optional<std::size_t> first_number(const std::vector<std::string>& places) {
  if (places.empty() || places.front().size() > 9 || !are_ascii_digits(places.front())) return {};
  const std::size_t first = std::stoul(places.front());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] != std::to_string(first + i)) return {};
  return first;
}

class WavesDrawing {
 public:
  WavesDrawing(const Curves& curves, double width)
      : curves_(curves), places_(short_places(curves.places, width)) {
    for (const auto* texts : {&curves.names, &curves.remarks})
      for (const std::string& text : *texts)
        names_ = std::max(names_, text_width(text, kLabelSize));
    names_ = std::max(names_, text_width(curves.axis, kNoteSize));
    names_ = std::min(names_, kMostForWaveNames * width);
    name_size_ = common_size(curves.names, kLabelSize);
    remark_size_ = common_size(curves.remarks, kNoteSize);
    // The first and the last label are centred below their places.
    const std::string first = places_.empty() ? "" : places_.front(),
                      last = places_.empty() ? "" : places_.back();
    left_ = names_ + kAfterName + text_width(first, kNoteSize) / 2;
    const auto n_places = static_cast<double>(std::max<arma::uword>(curves.values.n_rows, 2));
    const double half_a_label = text_width(last, kNoteSize) / 2;
    length_ = std::max(width - left_ - half_a_label, kLeastForCurves * width);
    // So is the last cell of a carpet.
    length_ = std::min(length_, (width - left_) / (1.0 + 0.5 / (n_places - 1)));
    const auto n = static_cast<double>(curves.values.n_cols);
    bottom_ = n * kBand + (n - 1) * kBandGap;
    drawing_ = {.width = width, .height = bottom_ + kTick + 1.4 * kNoteSize};
  }

  // Each cell stands below the point of the curves that it belongs to.
  void unroll(const Stage& stage) {
    const Stage rows = transposed(stage);
    const auto n = static_cast<double>(rows.value.n_rows);
    CellGrid cells{.n_rows = rows.value.n_rows, .n_cols = rows.value.n_cols};
    cells.width = length_ / static_cast<double>(std::max<arma::uword>(cells.n_cols - 1, 1));
    cells.height = std::clamp(kHighestCarpet / n, kLeastCarpetRow, kMostCarpetRow);
    cells.corner = {left_ - cells.width / 2, drawing_.height + kBandGap};
    put_row_labels(drawing_, cells, row_labels(rows.rows, cells.height));
    put_heat(drawing_, cells, rows);
    drawing_.height = cells.box().bottom();
    drawing_.width = std::max(drawing_.width, cells.box().right());
  }

  Drawing drawn() {
    for (arma::uword i = 0; i < curves_.values.n_cols; ++i) {
      name(i);
      curve(i);
    }
    axis();
    return std::move(drawing_);
  }

 private:
  double x_of(arma::uword place) const {
    const arma::uword n = curves_.values.n_rows;
    return left_ +
           (n < 2 ? 0.5 : static_cast<double>(place) / static_cast<double>(n - 1)) * length_;
  }

  double top_of(arma::uword band) const { return static_cast<double>(band) * (kBand + kBandGap); }

  double y_of(arma::uword band, double value) const {
    const double range = curves_.highest - curves_.lowest;
    const double share = range > 0 ? (value - curves_.lowest) / range : 0.5;
    return top_of(band) + (1.0 - share) * kBand;
  }

  void put_text(Point where, const std::string& text, double size, Color color,
                Text::Anchor anchor = Text::Anchor::start) {
    drawing_.items.push_back(
        Text{.at = where, .text = text, .size = size, .color = color, .anchor = anchor});
  }

  // Small enough for all of them, as far as it can still be read.
  double common_size(const std::vector<std::string>& texts, double size) const {
    for (const std::string& text : texts)
      size = std::min(size, fitted_text(text, names_, size, kLeastTextSize).size);
    return size;
  }

  void name(arma::uword band) {
    const double middle = top_of(band) + kBand / 2;
    const bool has_remark = band < curves_.remarks.size();
    const FittedText first = fitted_text(curves_.names[band], names_, name_size_, kLeastTextSize);
    put_text({0, base_line(middle - (has_remark ? 1.6 : 0.0), first.size)}, first.text, first.size,
             {});
    if (!has_remark) return;
    const FittedText second =
        fitted_text(curves_.remarks[band], names_, remark_size_, kLeastTextSize);
    put_text({0, base_line(middle + 1.8, second.size)}, second.text, second.size,
             {Color::Kind::quiet});
  }

  void curve(arma::uword band) {
    const double zero =
        curves_.lowest < 0 && curves_.highest > 0 ? y_of(band, 0.0) : y_of(band, curves_.lowest);
    drawing_.items.push_back(
        line_from({left_, zero}, {left_ + length_, zero}, kRuleWidth, {Color::Kind::rule}));
    Shape line{.stroke_width = kWaveWidth, .stroke = {Color::Kind::curve, 0}};
    bool goes_on = false;
    for (arma::uword i = 0; i < curves_.values.n_rows; ++i) {
      const double value = curves_.values(i, band);
      const bool is_there = std::isfinite(value);
      if (is_there)
        line.path.push_back(
            {goes_on ? Step::Kind::line : Step::Kind::move, {x_of(i), y_of(band, value)}});
      goes_on = is_there;
    }
    drawing_.items.push_back(std::move(line));
  }

  void axis() {
    const Color quiet{Color::Kind::quiet};
    const double y = bottom_ + kTick / 2;
    drawing_.items.push_back(line_from({left_, y}, {left_ + length_, y}, kRuleWidth, quiet));
    const double line = y + kTick + kNoteSize;
    put_text({0, line}, fitted_text(curves_.axis, names_, kNoteSize, kLeastTextSize).text,
             kNoteSize, quiet);
    const std::size_t stride = stride_of_ticks();
    for (arma::uword place = first_tick(stride); place < places_.size(); place += stride) {
      const double x = x_of(place);
      drawing_.items.push_back(line_from({x, y}, {x, y + kTick}, kRuleWidth, quiet));
      put_text({x, line}, places_[place], kNoteSize, quiet, Text::Anchor::middle);
    }
  }

  std::size_t stride_of_ticks() const {
    const double widest = widest_text(places_, kNoteSize);
    const std::size_t n = places_.size();
    const double place = length_ / static_cast<double>(std::max<std::size_t>(n - 1, 1));
    const double most = static_cast<double>(n) / static_cast<double>(kMostWaveTicks);
    return round_stride(std::max(widest + kNoteSize / 2, most * place), place);
  }

  // Where the places are numbers, the first that is a multiple of the stride: 10 of 3, 4, 5, …
  arma::uword first_tick(std::size_t stride) const {
    const std::optional<std::size_t> number = first_number(places_);
    const std::size_t first = number ? (stride - *number % stride) % stride : 0;
    return first < places_.size() ? first : 0;
  }

  const Curves& curves_;
  std::vector<std::string> places_;
  double name_size_ = 0.0, remark_size_ = 0.0;
  double names_ = 0.0, left_ = 0.0, length_ = 0.0, bottom_ = 0.0;
  Drawing drawing_{};
};

}  // namespace

Drawing waves_drawing(const Curves& curves, double width, const Stage* carpet) {
  WavesDrawing drawing(curves, width);
  if (carpet) drawing.unroll(*carpet);
  return drawing.drawn();
}

}  // namespace attn
