#include "render/drawing/figures.hpp"

#include <algorithm>
#include <cmath>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "render/curve/curve.hpp"
#include "render/drawing/drawing.hpp"
#include "render/learning/learning.hpp"
#include "render/trace/trace.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

constexpr double kMargin = 2.0;

}  // namespace

double width_inside(double figure_width) { return figure_width - 2 * kMargin; }

Figure finished_figure(Drawing drawing, FigureWidth width, std::string title,
                       std::string description) {
  const double needed = drawing.width + 2 * kMargin;
  const double whole = width.is_exact ? width.mm : std::clamp(needed, kLeastFigureWidth, width.mm);
  const double height = drawing.height + 2 * kMargin;
  const double left = std::max(kMargin, (whole - drawing.width) / 2);
  Drawing page;
  put(page, std::move(drawing), {left, kMargin});
  return {.width = whole,
          .height = height,
          .title = std::move(title),
          .description = std::move(description),
          .language = language_code(),
          .items = std::move(page.items)};
}

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

namespace {

constexpr double kBetweenSheetParts = 3.2, kBetweenSheetLegends = 7.0;

std::string what_a_sheet_is(const SketchSheet& sheet) {
  const bool has_layers = !sheet.rows.empty() && !sheet.rows.front().name.empty();
  return has_layers ? translated(
                          "Each head in small, a row of them for each layer. In a map a row "
                          "is a query, a column a key.")
                    : translated(
                          "Each head in small, by layer and number. In a map a row is a "
                          "query, a column a key.");
}

Drawing legends_of(const std::vector<const Stage*>& heads, ShareScale scale, double width) {
  std::vector<Drawing> legends{color_legend(*heads.front(), width, scale)};
  for (Drawing& legend : blocked_legends({heads.front()}, width))
    legends.push_back(std::move(legend));
  return in_rows(std::move(legends), width, kBetweenSheetLegends, kBetweenSheetParts / 2);
}

}  // namespace

Figure sheet_figure(const Trace& trace, const Layout& wanted, FigureWidth figure_width) {
  const double width = width_inside(figure_width.mm);
  std::vector<const Stage*> heads;
  for (const auto& row : heads_of_sheet(trace))
    for (const SheetHead& head : row)
      if (head.weights) heads.push_back(head.weights);
  const ShareScale scale = share_scale_of(heads);
  Layout layout = wanted;
  layout.color = false;
  layout.glyphs = Glyphs::unicode;
  layout.darkest_share = scale.darkest;
  layout.width = screen_columns(width, kTitleSize);
  const std::string title = title_text(trace, layout), about = what_a_sheet_is(*trace.sketches);
  const auto note = [width](const std::string& text) {
    return paragraph_drawing(text, kNoteSize, width, {Color::Kind::quiet});
  };
  std::vector<Drawing> parts;
  if (layout.explain > 0) {
    parts.push_back(heading_drawing(title, width));
    parts.push_back(note(about));
  }
  parts.push_back(sheet_drawing(trace, layout, width));
  if (layout.explain > 0) {
    if (!trace.sketches->note.empty()) parts.push_back(note(trace.sketches->note));
    if (!heads.empty()) parts.push_back(legends_of(heads, scale, width));
  }
  return finished_figure(stacked(std::move(parts), kBetweenSheetParts), figure_width,
                         one_line(title), about);
}

namespace {

constexpr double kBetweenReportParts = 2.6, kBetweenSentencesBelow = 0.5;

Layout for_paper(Layout layout, double width) {
  layout.color = false;
  layout.glyphs = Glyphs::unicode;
  layout.width = screen_columns(width, kTitleSize);
  return layout;
}

}  // namespace

Figure report_figure(const Report& report, const Layout& wanted, FigureWidth figure_width) {
  const double width = width_inside(figure_width.mm);
  const Layout layout = for_paper(wanted, width);
  const std::string title = title_text(report.title, layout);
  std::vector<Drawing> parts, sentences;
  if (layout.explain > 0) parts.push_back(heading_drawing(title, width));
  for (const Plot& plot : page_plots(report)) parts.push_back(chart_drawing(chart_of(plot), width));
  std::string said;
  for (const std::string& sentence : words_of(report, ReportWords::Kind::sentence)) {
    said += sentence + "\n";
    sentences.push_back(paragraph_drawing(sentence, kNoteSize, width, Color{Color::Kind::quiet}));
  }
  if (layout.explain > 0 && !sentences.empty())
    parts.push_back(stacked(std::move(sentences), kBetweenSentencesBelow));
  return finished_figure(stacked(std::move(parts), kBetweenReportParts), figure_width,
                         one_line(title), said);
}

namespace {

constexpr unsigned kMostLossTicks = 7, kFewestLossTicks = 3, kLossDecimals = 3;
constexpr double kRoomOfTick = 11.0;  // mm

class LossChart {
 public:
  LossChart(const LearningReport& report, double width)
      : report_(report),
        n_x_ticks_(std::clamp(static_cast<unsigned>(width / kRoomOfTick), kFewestLossTicks,
                              kMostLossTicks)),
        greatest_(greatest_loss(report.curve, report.levels)),
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
  const Layout layout = for_paper(wanted, width);
  const std::string title =
      title_text(learning_title(report.settings, report.text, report.n_parameters), layout);
  std::vector<Drawing> parts;
  if (layout.explain > 0) parts.push_back(heading_drawing(title, width));
  parts.push_back(chart_drawing(LossChart(report, width).chart(), width));
  std::string said;
  for (const std::string& note : learning_notes(report)) said += note + "\n";
  return finished_figure(stacked(std::move(parts), kBetweenReportParts), figure_width,
                         one_line(title), said);
}

}  // namespace attn
