#include "render/curve/stage_plot.hpp"

#include <cmath>

#include "base/message.hpp"
#include "render/curve/plot.hpp"
#include "render/text/lines.hpp"

namespace attn {
namespace {

constexpr arma::uword kMostPlotCurves = 3;  // a line, one of dashes, one of dots
constexpr std::size_t kFewestPoints = 3;
constexpr unsigned kPlotDecimals = 6;
constexpr double kFarApart = 100.0;

Count in_parts(double value) {
  return Count(std::round(value * std::pow(10.0, static_cast<double>(kPlotDecimals))));
}

bool are_whole(const std::vector<double>& points) {
  for (const double point : points)
    if (point != std::floor(point)) return false;
  return true;
}

PlotScale::Kind kind_of_values(const arma::mat& values) {
  const double least = values.min(), greatest = values.max();
  const bool is_wide = least > 0.0 && greatest > 1.0 && greatest >= kFarApart * least;
  return is_wide ? PlotScale::Kind::logarithmic : PlotScale::Kind::linear;
}

}  // namespace

bool draws_plot(const Stage& stage) {
  return stage.rows.points.size() >= kFewestPoints && stage.value.n_cols <= kMostPlotCurves &&
         stage.value.is_finite() && stage.value.min() >= 0.0;
}

Plot plot_of_stage(const Stage& stage) {
  const bool whole = are_whole(stage.rows.points);
  Plot plot{.x_name = stage.rows.name,
            .y_name = stage.cols.name,
            .places = {},
            .curves = {},
            .place_decimals = whole ? 0 : kPlotDecimals,
            .value_decimals = kPlotDecimals,
            .y_kind = kind_of_values(stage.value)};
  for (const double point : stage.rows.points)
    plot.places.push_back(whole ? Count(point) : in_parts(point));
  for (arma::uword col = 0; col < stage.value.n_cols; ++col) {
    Plot::Curve curve{stage.cols.place_name(col), {}};
    for (const double value : stage.value.col(col)) curve.values.push_back(in_parts(value));
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

std::string stage_plot_text(const Stage& stage, const Layout& layout, unsigned indent) {
  const Plot plot = plot_of_stage(stage);
  std::string text = plot_text(plot, layout, indent);
  if (layout.explain > 0)
    text += footnote(translated("picture"), plot_legend(plot, layout), layout);
  return text;
}

}  // namespace attn
