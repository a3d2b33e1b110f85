#include "render/figure/sheet_figure.hpp"

#include "base/message.hpp"
#include "render/drawing/legends.hpp"
#include "render/drawing/sheet_drawing.hpp"
#include "render/drawing/text_block.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/trace/title.hpp"

namespace attn {
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

}  // namespace attn
