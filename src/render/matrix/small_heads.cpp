#include "render/matrix/small_heads.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "render/matrix/grid.hpp"
#include "render/matrix/matrix_view.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"
#include "render/text/wrap.hpp"
#include "render/trace/stage_text.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

constexpr unsigned kBetweenMaps = 3;
constexpr std::size_t kMostHeads = 16;    // more would fill screen after screen
constexpr std::size_t kRowsOfLarge = 12;  // of a map that does not fit whole

std::string share(double value, const Layout& layout) {
  return NumberFormat({value, 0.5}, layout, true)(value);  // 0.5: decimals even for 0 and 1
}

// "self .48": the name to the left, the number to the right.
std::string fact(const std::string& name, const std::string& value, unsigned width) {
  return pad_right(name, width - display_width(value)) + value;
}

// Which head it is and what it does: more lines than one where the screen is narrower than that.
std::vector<std::string> names_of(const Stage& stage, unsigned width) {
  const std::string name = stage.remark.empty() ? stage.group : stage.group + "   " + stage.remark;
  if (display_width(name) <= width) return {name};
  std::vector<std::string> lines = split(wrap(name, width, 0), '\n');
  lines.pop_back();  // what stands behind the last line end
  return lines;
}

Block panel(const Stage& stage, const Block& map, const Layout& layout, unsigned width) {
  const Painter paint(layout);
  const auto facts = facts_of_head(stage, layout);
  const std::vector<std::string> names = names_of(stage, width);
  Block block{.lines = {}, .width = map.width};
  for (const std::string& name : names) block.width = std::max(block.width, display_width(name));
  for (const auto& [fact_name, value] : facts)
    block.width = std::max(block.width, display_width(fact_name) + 1 + display_width(value));

  for (const std::string& name : names)
    block.lines.push_back(paint(Style::Kind::strong, name) +
                          std::string(block.width - display_width(name), ' '));
  for (const std::string& line : map.lines)
    block.lines.push_back(line + std::string(block.width - map.width, ' '));
  for (const auto& [fact_name, value] : facts)
    block.lines.push_back(fact(fact_name, value, block.width));
  return block;
}

std::string heading(const std::vector<const Stage*>& heads, const Layout& layout) {
  const Stage& first = *heads.front();
  NamedLine line(first.id, layout);
  line.append(in_glyphs(first.formula, layout), Style::Kind::strong);
  line.append(named_shape(first, {.n_heads = heads.size()}), Style::Kind::quiet);
  return line.text();
}

// How much of each map is shown: all of it where it fits, else as much as lets two stand abreast.
struct MapSize {
  Layout layout;
  unsigned width;
};

MapSize size_of_maps(const Stage& stage, const Layout& layout, unsigned width) {
  MapSize size{layout, width};
  if (2 * stage.value.n_cols <= width) return size;
  size.width = (width - kBetweenMaps) / 2;
  size.layout.max_rows = std::min(layout.max_rows, kRowsOfLarge);
  return size;
}

std::vector<const Stage*> first_heads(const std::vector<const Stage*>& heads) {
  return {heads.begin(), heads.begin() + static_cast<long>(std::min(heads.size(), kMostHeads))};
}

std::string heads_left_out(std::size_t n_heads, const Layout& layout) {
  if (n_heads <= kMostHeads) return "";
  return paragraph(message(".. heads left out: {} of {}. --head LIST shows them.",
                           n_heads - kMostHeads, n_heads),
                   layout);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> facts_of_head(const Stage& stage,
                                                               const Layout& layout) {
  const WeightMeans means = weight_means_of(stage);
  std::vector<std::pair<std::string, std::string>> facts{
      {translated("entropy"), fmt::format("{:.2f}", means.entropy)}};
  if (means.self) facts.emplace_back(translated("on itself"), share(*means.self, layout));
  facts.emplace_back(translated("on the first"), share(means.first, layout));
  return facts;
}

std::string what_small_maps_are() {
  return translated(
      "One small map a head: a row is a query, a column a key. Below it, means over "
      "the queries: entropy in nats, and the weight on the query's own place and on "
      "the first key.");
}

std::string multiples_text(const std::vector<const Stage*>& heads, const Layout& layout) {
  const unsigned width = layout.width - kMatrixIndent;
  std::vector<Block> panels;
  unsigned widest = 0;
  MatrixView map;
  const MapSize size = size_of_maps(*heads.front(), layout, width);
  for (const Stage* head : first_heads(heads)) {
    map = small_heat_map(*head, size.layout, size.width);
    panels.push_back(panel(*head, map.block, layout, width));
    widest = std::max(widest, panels.back().width);
  }
  // As few lines as fit, equally long: four maps are two and two rather than three and one.
  const std::size_t most_per_line = std::max(1U, (width + kBetweenMaps) / (widest + kBetweenMaps));
  const std::size_t n_lines = (panels.size() + most_per_line - 1) / most_per_line;
  const std::size_t per_line = (panels.size() + n_lines - 1) / n_lines;

  std::string text = heading(heads, layout);
  if (layout.explain > 0) text += paragraph(what_small_maps_are(), layout);
  for (std::size_t first = 0; first < panels.size(); first += per_line) {
    const auto from = panels.begin() + static_cast<long>(first);
    const auto to = panels.begin() + static_cast<long>(std::min(first + per_line, panels.size()));
    text += "\n" + block_text(beside({from, to}, kBetweenMaps), kMatrixIndent);
  }
  std::string legends = heads_left_out(heads.size(), layout);
  legends += left_out_legend(map, *heads.back(), layout);
  if (layout.explain > 0) {
    legends += layout.paints_heat() ? colors_legend(*heads.front(), layout)
                                    : shades_legend(*heads.front(), layout);
    legends += blocked_legend(*heads.front(), layout);
  }
  return text + (legends.empty() ? "" : "\n" + legends);
}

}  // namespace attn
