#include "render/picture/stage_panels.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "core/statistics.hpp"
#include "render/curve/stage_waves.hpp"
#include "render/matrix/matrix_view.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"
#include "render/text/wrap.hpp"

namespace attn {
namespace {

constexpr unsigned kBetweenPanels = 3;
constexpr std::size_t kMostPanelRows = 12;

struct Panel {
  Block block;
  bool is_whole = true;
};

// "-7.78 .. 7.78": a scale of signed values is symmetric, so that what looks like nothing is 0.
std::string range_of(const Stage& stage, const Layout& layout) {
  if (holds_shares(stage)) return "0 .. 1";
  const double largest = largest_size(statistics_of(stage.value));
  const NumberFormat write = format_of(stage, layout);
  return write(-largest) + " .. " + write(largest);
}

Panel panel_of(const Stage& stage, const Layout& layout, unsigned width) {
  Layout small = layout;
  small.max_rows = std::min(layout.max_rows, kMostPanelRows);
  const MatrixView map = small_heat_map(stage, small, width);
  const std::string range = range_of(stage, layout);
  Panel panel{.block = {}, .is_whole = map.n_rows_left_out == 0 && map.n_cols_left_out == 0};
  Block& block = panel.block;
  block.width = std::max({map.block.width, display_width(stage.id), display_width(range)});
  const auto add = [&block](const std::string& line, unsigned own) {
    block.lines.push_back(line + std::string(block.width - own, ' '));
  };
  add(Painter(layout)(Style::Kind::strong, stage.id), display_width(stage.id));
  for (const std::string& line : map.block.lines) add(line, map.block.width);
  add(range, display_width(range));
  return panel;
}

// As many on a line as fit, from the left.
std::string lines_of_panels(const std::vector<Block>& blocks, unsigned width, unsigned indent) {
  std::string text;
  std::vector<Block> line;
  unsigned used = 0;
  const auto flush = [&] {
    if (!line.empty())
      text += (text.empty() ? "" : "\n") + block_text(beside(line, kBetweenPanels), indent);
    line.clear();
    used = 0;
  };
  for (const Block& block : blocks) {
    if (!line.empty() && used + kBetweenPanels + block.width > width) flush();
    used += (line.empty() ? 0 : kBetweenPanels) + block.width;
    line.push_back(block);
  }
  flush();
  return text;
}

std::string panel_legends(const Layout& layout, bool is_whole, bool has_signs) {
  std::string text;
  if (!is_whole)
    text += paragraph(
        translated(".. cells left out of large maps. --view heat shows more of each stage."),
        layout);
  if (layout.explain == 0) return text;
  if (!layout.paints_heat())
    text += footnote(translated("shades"),
                     unbroken_parts(swatch_legend(layout.glyphs)) + "   " +
                         translated("of the largest size of a stage, below its map"),
                     layout);
  if (has_signs)
    text += footnote(
        translated("scales"),
        layout.paints_heat()
            ? translated("each stage has its own, symmetric about 0: blue is negative, red "
                         "positive, white 0")
            : translated("each stage has its own, symmetric about 0: - is negative, blank near 0"),
        layout);
  return text;
}

std::string group_text(const std::vector<const Stage*>& stages, const Layout& layout,
                       unsigned indent) {
  const unsigned width = layout.width - indent;
  std::vector<Block> blocks;
  bool is_whole = true, has_signs = false;
  for (const Stage* stage : stages) {
    Panel panel = panel_of(*stage, layout, width);
    is_whole = is_whole && panel.is_whole;
    has_signs = has_signs || !holds_shares(*stage);
    blocks.push_back(std::move(panel.block));
  }
  const Stage& last = *stages.back();
  std::string text;
  if (!last.group.empty()) text += " " + Painter(layout)(Style::Kind::heading, last.group) + "\n\n";
  text += lines_of_panels(blocks, width, indent);
  if (const std::string legends = panel_legends(layout, is_whole, has_signs); !legends.empty())
    text += "\n" + legends;
  text += "\n" + std::string(indent, ' ') +
          Painter(layout)(Style::Kind::strong, message("rows of {}", last.id)) + "\n" +
          row_curves_text(last, layout, indent);
  return text;
}

}  // namespace

std::string panels_text(const std::vector<const Stage*>& stages, const Layout& layout,
                        unsigned indent) {
  std::string text;
  if (layout.explain > 0)
    text += paragraph(translated("One small map a stage: a row is a query, a column a key. Below "
                                 "the maps, the first rows of the last stage as curves."),
                      layout) +
            "\n";
  for (std::size_t first = 0; first < stages.size();) {
    std::size_t end = first;
    while (end < stages.size() && stages[end]->group == stages[first]->group) ++end;
    text += (first == 0 ? "" : "\n") + group_text({stages.begin() + static_cast<long>(first),
                                                   stages.begin() + static_cast<long>(end)},
                                                  layout, indent);
    first = end;
  }
  return text;
}

}  // namespace attn
