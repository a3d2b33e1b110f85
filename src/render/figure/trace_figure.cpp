#include "render/figure/trace_figure.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "render/drawing/equations.hpp"
#include "render/drawing/heads_drawing.hpp"
#include "render/drawing/legends.hpp"
#include "render/drawing/matrix_drawing.hpp"
#include "render/drawing/stage_panel.hpp"
#include "render/drawing/text_block.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/figure/finished_figure.hpp"
#include "render/matrix/small_heads.hpp"
#include "render/trace/stage_text.hpp"
#include "render/trace/title.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

using Stages = std::vector<const Stage*>;

constexpr double kBetweenStagePanels = 7.0, kBetweenRows = 3.2, kBetweenLegends = 1.2;
constexpr double kLeastCaption = 66.0;  // mm, of one of several stages

bool is_small_map(const Stage& stage) {
  return holds_shares(stage) && stage.group.starts_with("head ");
}

std::string title_of(const Trace& trace, const Layout& layout, double width) {
  Layout wide = layout;
  wide.width = screen_columns(width, kTitleSize);
  return title_text(trace, wide);
}

class TraceDrawing {
 public:
  TraceDrawing(const Trace& trace, const Layout& layout, double width)
      : trace_(trace), layout_(layout), width_(width) {}

  Drawing of(const Stages& stages) {
    scale_ = share_scale_of(stages);
    layout_.darkest_share = scale_.darkest;
    if (layout_.explain > 0)
      parts_.push_back(heading_drawing(title_of(trace_, layout_, width_), width_));
    if (!layout_.is_overview || !trace_.overview.empty())
      add_panels(stages);
    else if (!add_equations())
      add_panels(main_stages(stages));
    if (layout_.explain > 0) add_legends();
    return stacked(std::move(parts_), kBetweenRows);
  }

  // What was drawn, in words.
  std::string description() const {
    std::vector<std::string> sentences;
    for (const Stage* stage : drawn_) {
      sentences.push_back(stage_name(*stage) + ": " + stage->formula + ". " + stage->note);
      if (const std::string reading = reading_of(*stage, layout_); !reading.empty())
        sentences.push_back(reading);
    }
    return joined(sentences, "\n");
  }

 private:
  bool add_equations() {
    if (layout_.view == View::waves) return false;
    Equations equations = equations_of(trace_, layout_, width_);
    if (equations.rows.empty()) return false;
    parts_.push_back(stacked(std::move(equations.rows), kBetweenRows));
    for (const Stage* stage : equations.stages) {
      note_drawn(*stage, draws_heat(*stage, layout_));
      if (draws_heat(*stage, layout_) && !holds_shares(*stage)) signed_.push_back(stage);
    }
    return true;
  }

  // Where there is no room for equations: what comes out of them.
  Stages main_stages(const Stages& stages) const {
    Stages results;
    std::copy_if(stages.begin(), stages.end(), std::back_inserter(results), [&](auto* stage) {
      return holds_shares(*stage) || is_product_of_computed(trace_, *stage);
    });
    return results.empty() ? stages : results;
  }

  void add_panels(const Stages& stages) {
    Stages heads;
    if (layout_.is_overview)
      std::copy_if(stages.begin(), stages.end(), std::back_inserter(heads),
                   [](const Stage* stage) { return is_small_map(*stage); });
    const bool has_heads = heads.size() > 1;
    if (has_heads) add_heads(heads);
    std::vector<Drawing> panels;
    const double least_caption = stages.size() == 1 ? width_ : kLeastCaption;
    for (const Stage* stage : stages) {
      // Beside small maps of heads only what is like them is worth its place.
      if (has_heads && (is_small_map(*stage) || !holds_shares(*stage))) continue;
      if (repeats_its_source(*stage) && stages.size() > 1) continue;
      panels.push_back(stage_panel(*stage, layout_, width_, least_caption));
      note_drawn(*stage, panel_has_colors(*stage, layout_, width_));
    }
    if (!panels.empty())
      parts_.push_back(
          in_rows(std::move(panels), width_, kBetweenStagePanels, kBetweenStagePanels));
  }

  void add_heads(const Stages& heads) {
    const Stage& first = *heads.front();
    if (layout_.explain > 0) {
      Stage of_all = first;
      of_all.group.clear();
      parts_.push_back(
          stage_caption(of_all, layout_, width_, named_shape(first, {.n_heads = heads.size()})));
      parts_.push_back(
          paragraph_drawing(what_small_maps_are(), kNoteSize, width_, {Color::Kind::quiet}));
    }
    parts_.push_back(heads_drawing(heads, layout_, width_));
    for (const Stage* head : heads) note_drawn(*head, true);
  }

  void note_drawn(const Stage& stage, bool has_colors) {
    drawn_.push_back(&stage);
    if (has_colors && holds_shares(stage)) shares_ = &stage;
  }

  void add_legends() {
    std::vector<Drawing> legends;
    if (shares_) legends.push_back(color_legend(*shares_, width_, scale_));
    for (const Stage* stage : signed_)
      legends.push_back(beside(
          {text_line(stage->symbol, kCaptionSize, {}, true), color_legend(*stage, width_ - 10)},
          kBetweenRows));
    for (Drawing& legend : blocked_legends(drawn_, width_)) legends.push_back(std::move(legend));
    if (!legends.empty())
      parts_.push_back(in_rows(std::move(legends), width_, kBetweenStagePanels, kBetweenLegends));
  }

  const Trace& trace_;
  Layout layout_;
  double width_;
  std::vector<Drawing> parts_{};
  Stages drawn_{}, signed_{};  // of the latter each has colours of its own, and no place for them
  const Stage* shares_ = nullptr;
  ShareScale scale_{};
};

}  // namespace

Figure trace_figure(const Trace& trace, const std::vector<const Stage*>& stages,
                    const Layout& wanted, FigureWidth width) {
  Layout layout = wanted;  // what a terminal can show is no matter here
  layout.color = false;
  layout.glyphs = Glyphs::unicode;
  TraceDrawing drawing(trace, layout, width_inside(width.mm));
  Drawing drawn = drawing.of(stages);
  const std::string title = one_line(title_of(trace, layout, width_inside(width.mm)));
  return finished_figure(std::move(drawn), width, title, drawing.description());
}

}  // namespace attn
