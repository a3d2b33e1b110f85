#include "render/drawing/plot_chart.hpp"

#include "base/count.hpp"

namespace attn {
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

}  // namespace attn
