#include "render/figure/sweep_figure.hpp"

#include "base/text.hpp"
#include "render/costs/cost_sweep.hpp"
#include "render/costs/layer_sweep_text.hpp"
#include "render/drawing/plot_chart.hpp"
#include "render/drawing/text_block.hpp"
#include "render/drawing/text_sizes.hpp"

namespace attn {
namespace {

constexpr double kBetweenSweepParts = 2.6, kBetweenSentencesBelow = 0.5;

Layout for_paper(Layout layout, double width) {
  layout.color = false;
  layout.glyphs = Glyphs::unicode;
  layout.width = screen_columns(width, kTitleSize);
  return layout;
}

}  // namespace

Figure sweep_figure(const Sweep& sweep, OperationUnit unit, const Layout& wanted,
                    FigureWidth figure_width) {
  const double width = width_inside(figure_width.mm);
  const Layout layout = for_paper(wanted, width);
  const std::string title = cost_title(sweep.points.back().costs, unit, layout, sweep.range);
  std::vector<Drawing> parts;
  if (layout.explain > 0) parts.push_back(heading_drawing(title, width));
  parts.push_back(chart_drawing(chart_of(plot_of(sweep, unit)), width));
  std::string said;
  for (const SweepCrossing& crossing : sweep.crossings)
    said += crossing_text(crossing, sweep) + "\n";
  std::vector<Drawing> sentences;
  for (const std::string& sentence : split(said, '\n'))
    if (!sentence.empty())
      sentences.push_back(paragraph_drawing(sentence, kNoteSize, width, Color{Color::Kind::quiet}));
  if (layout.explain > 0) parts.push_back(stacked(std::move(sentences), kBetweenSentencesBelow));
  return finished_figure(stacked(std::move(parts), kBetweenSweepParts), figure_width,
                         one_line(title), said);
}

Figure layer_sweep_figure(const LayerSweep& sweep, OperationUnit unit, const Layout& wanted,
                          FigureWidth figure_width) {
  const double width = width_inside(figure_width.mm);
  const Layout layout = for_paper(wanted, width);
  const std::string title = layer_sweep_title(sweep, unit, layout);
  std::vector<Drawing> parts;
  if (layout.explain > 0) parts.push_back(heading_drawing(title, width));
  for (const Plot& plot : plots_of(sweep, unit))
    parts.push_back(chart_drawing(chart_of(plot), width));
  return finished_figure(stacked(std::move(parts), kBetweenSweepParts), figure_width,
                         one_line(title), "");
}

}  // namespace attn
