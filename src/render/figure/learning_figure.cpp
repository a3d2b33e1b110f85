#include "render/figure/learning_figure.hpp"

#include <algorithm>
#include <cmath>

#include "base/count.hpp"
#include "base/message.hpp"
#include "render/curve/plot_scale.hpp"
#include "render/drawing/chart_drawing.hpp"
#include "render/drawing/text_block.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/learning/learning_text.hpp"

namespace attn {
namespace {

constexpr double kBetweenLossParts = 2.6;
constexpr unsigned kMostLossTicks = 7, kFewestLossTicks = 3, kLossDecimals = 3;
constexpr double kRoomOfTick = 11.0;  // mm

double greatest_loss(const LearningReport& report) {
  double greatest = 0.0;
  for (const CurvePoint& point : report.curve)
    for (const double loss : {point.training_loss, point.held_out_loss})
      if (std::isfinite(loss)) greatest = std::max(greatest, loss);
  for (const Level& level : report.levels) greatest = std::max(greatest, level.loss);
  return greatest > 0.0 ? greatest : 1.0;
}

class LossChart {
 public:
  LossChart(const LearningReport& report, double width)
      : report_(report),
        n_x_ticks_(std::clamp(static_cast<unsigned>(width / kRoomOfTick), kFewestLossTicks,
                              kMostLossTicks)),
        greatest_(greatest_loss(report)),
        n_steps_(static_cast<double>(std::max<std::uint64_t>(1, report.settings.n_steps))) {}

  Chart chart() const {
    Chart chart{.x_name = translated("steps"), .y_name = translated("loss")};
    chart.curves = {{translated("in training"), strokes(&CurvePoint::training_loss)},
                    {translated("held out"), strokes(&CurvePoint::held_out_loss)}};
    for (const Level& level : report_.levels)
      chart.levels.push_back({level.loss / greatest_, level.name});
    add_ticks(chart.y_ticks, greatest_, kLossDecimals, kMostLossTicks);
    add_ticks(chart.x_ticks, n_steps_, 0, n_x_ticks_);
    return chart;
  }

 private:
  static void add_ticks(std::vector<Chart::Tick>& ticks, double greatest, unsigned decimals,
                        unsigned most) {
    const Count one = power_of(10, decimals);
    const Count last(std::floor(greatest * one.get_d()));
    const PlotScale scale(PlotScale::Kind::linear, 0, last);
    for (const Count& tick : scale.ticks(most))
      ticks.push_back({tick.get_d() / one.get_d() / greatest,
                       decimals > 0 ? tick_text(tick, decimals) : count_text(tick)});
  }

  std::vector<std::vector<Point>> strokes(double CurvePoint::*loss) const {
    std::vector<std::vector<Point>> strokes(1);
    for (const CurvePoint& point : report_.curve) {
      if (std::isfinite(point.*loss))
        strokes.back().push_back(
            {static_cast<double>(point.step) / n_steps_, point.*loss / greatest_});
      else if (!strokes.back().empty())
        strokes.emplace_back();
    }
    if (strokes.back().empty()) strokes.pop_back();
    return strokes;
  }

  const LearningReport& report_;
  unsigned n_x_ticks_;
  double greatest_, n_steps_;
};

}  // namespace

Figure learning_figure(const LearningReport& report, const Layout& wanted,
                       FigureWidth figure_width) {
  const double width = width_inside(figure_width.mm);
  Layout layout = wanted;
  layout.color = false;
  layout.glyphs = Glyphs::unicode;
  layout.width = screen_columns(width, kTitleSize);
  const std::string title =
      learning_title(report.settings, report.text, report.n_parameters, layout);
  std::vector<Drawing> parts;
  if (layout.explain > 0) parts.push_back(heading_drawing(title, width));
  parts.push_back(chart_drawing(LossChart(report, width).chart(), width));
  std::string said;
  for (const std::string& note : learning_notes(report)) said += note + "\n";
  return finished_figure(stacked(std::move(parts), kBetweenLossParts), figure_width,
                         one_line(title), said);
}

}  // namespace attn
