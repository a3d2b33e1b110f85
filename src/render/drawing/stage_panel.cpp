#include "render/drawing/stage_panel.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "render/curve/stage_plot.hpp"
#include "render/curve/stage_waves.hpp"
#include "render/drawing/arcs_drawing.hpp"
#include "render/drawing/chart_drawing.hpp"
#include "render/drawing/legends.hpp"
#include "render/drawing/matrix_drawing.hpp"
#include "render/drawing/plot_chart.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/drawing/waves_drawing.hpp"
#include "render/picture/links.hpp"
#include "render/picture/stage_arcs.hpp"
#include "render/picture/stage_picture.hpp"
#include "render/trace/stage_text.hpp"
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

}  // namespace attn
