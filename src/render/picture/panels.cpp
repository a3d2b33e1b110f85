#include <algorithm>
#include <span>
#include <stdexcept>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/statistics.hpp"
#include "render/curve/curve.hpp"
#include "render/matrix/matrix.hpp"
#include "render/picture/picture.hpp"
#include "render/text/grid.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr unsigned kSheetIndent = 1;
constexpr unsigned kBetween = 2;  // columns between two sketches

// The lines of one sketch: its dots, a row of the matrix below another.
std::vector<std::string> picture_of(const Sketch& sketch, Glyphs glyphs) {
  const Canvas one(1, 1, glyphs);
  const auto n_rows = static_cast<unsigned>(sketch.n_rows),
             n_cols = static_cast<unsigned>(sketch.n_cols);
  Canvas canvas((n_cols + one.n_across() - 1) / one.n_across(),
                (n_rows + one.n_up() - 1) / one.n_up(), glyphs);
  for (unsigned i = 0; i < n_rows; ++i)
    for (unsigned j = 0; j < n_cols; ++j)
      if (sketch.dots[i * n_cols + j]) canvas.set(j, canvas.n_up() - 1 - i);
  return canvas.lines();
}

unsigned width_of_sketch(const Sketch& sketch, Glyphs glyphs) {
  const auto lines = picture_of(sketch, glyphs);
  unsigned width = std::max(display_width(sketch.name), display_width(sketch.caption));
  for (const std::string& line : lines) width = std::max(width, display_width(line));
  return width;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// What all sketches of a sheet have in common.
struct SheetGrid {
  unsigned label_width = 0, cell_width = 0;
  std::size_t n_across = 1;
};

SheetGrid sheet_grid(const SketchSheet& sheet, const Layout& layout) {
  SheetGrid grid;
  for (const SketchRow& row : sheet.rows) {
    grid.label_width = std::max(grid.label_width, display_width(row.name));
    for (const Sketch& sketch : row.sketches)
      grid.cell_width = std::max(grid.cell_width, width_of_sketch(sketch, layout.glyphs));
  }
  const unsigned taken = kSheetIndent + (grid.label_width > 0 ? grid.label_width + kBetween : 0);
  const unsigned room = layout.width > taken ? layout.width - taken : 0;
  grid.n_across = std::max<std::size_t>(1, (room + kBetween) / (grid.cell_width + kBetween));
  return grid;
}

// One line of cells, with the name of their row before it.
std::string cells_line(const SheetGrid& grid, const std::string& label,
                       const std::vector<std::string>& cells) {
  std::string line(kSheetIndent, ' ');
  if (grid.label_width > 0)
    line += std::string(grid.label_width - display_width(label), ' ') + label +
            std::string(kBetween, ' ');
  for (const std::string& text : cells) line += pad_right(text, grid.cell_width + kBetween);
  return without_trailing_blanks(line) + "\n";
}

// Some sketches of a row side by side, under their names unless `names_above` says the same.
std::string chunk_text(const SheetGrid& grid, const std::string& label,
                       std::span<const Sketch> some, std::string& names_above,
                       const Layout& layout) {
  std::vector<std::string> names, captions;
  std::vector<std::vector<std::string>> pictures;
  std::size_t height = 0;
  for (const Sketch& sketch : some) {
    names.push_back(sketch.name);
    captions.push_back(sketch.caption);
    pictures.push_back(picture_of(sketch, layout.glyphs));
    height = std::max(height, pictures.back().size());
  }
  std::string text;
  const std::string names_here = cells_line(grid, "", names);
  if (names_here != names_above) text += names_here;
  names_above = names_here;
  for (std::size_t line = 0; line < height; ++line) {
    std::vector<std::string> cells;
    for (const auto& picture : pictures)
      cells.push_back(line < picture.size() ? picture[line] : "");
    text += cells_line(grid, line == 0 ? label : "", cells);
  }
  const bool has_caption = std::any_of(captions.begin(), captions.end(),
                                       [](const std::string& caption) { return !caption.empty(); });
  return has_caption ? text + cells_line(grid, "", captions) : text;
}

}  // namespace

std::string sketch_sheet_text(const SketchSheet& sheet, const Layout& layout) {
  const SheetGrid grid = sheet_grid(sheet, layout);
  std::string text, names_above;
  if (!sheet.title.empty() && layout.explain > 0) text += paragraph(sheet.title, layout) + "\n";
  for (const SketchRow& row : sheet.rows)
    for (std::size_t first = 0; first < row.sketches.size(); first += grid.n_across) {
      const std::size_t count = std::min(grid.n_across, row.sketches.size() - first);
      text += chunk_text(grid, first == 0 ? row.name : "",
                         std::span(row.sketches).subspan(first, count), names_above, layout);
    }
  if (!sheet.note.empty() && layout.explain > 0) text += "\n" + paragraph(sheet.note, layout);
  return text;
}

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

namespace {

// "The" and "the" are two tokens but one word: that they find each other teaches little.
bool is_same_word(const std::string& a, const std::string& b) {
  return lower_case(a) == lower_case(b);
}

bool is_yes_or_no(const Stage& stage) { return std::holds_alternative<Permission>(stage.rule); }

}  // namespace

bool is_stage_picture(View view) {
  return view == View::rows || view == View::bars || view == View::arcs || view == View::chain;
}

bool is_trace_picture(View view) { return view == View::panels || view == View::flow; }

bool is_picture(View view) {
  return is_stage_picture(view) || is_trace_picture(view) || view == View::boxes;
}

bool shows_single_rows(View view) { return is_stage_picture(view); }

std::string why_not_drawn(View view, const Stage& stage) {
  if (stage.value.is_empty() && is_picture(view)) return translated("it has no cells");
  switch (view) {
    case View::rows:
    case View::bars:
    case View::boxes:
      return is_yes_or_no(stage) ? translated("it holds yes or no, not sizes") : "";
    case View::arcs:
      return is_query_by_key(stage)
                 ? ""
                 : translated("arcs link queries with keys, and it has no value for each of them");
    case View::chain:
      if (!holds_shares(stage) || !is_query_by_key(stage))
        return translated("a chain is counted to the key with the largest attention weight");
      if (!is_among_same_tokens(stage))
        return translated("queries and keys are different sentences, so no chain joins them");
      return stage.value.n_rows > 1 ? "" : translated("a chain needs two words");
    default:
      return "";
  }
}

std::optional<arma::uword> find_row(const Stage& stage, const std::string& name) {
  return stage.rows.find_place(name, stage.value.n_rows);
}

arma::uword most_telling_row(const Stage& stage) {
  arma::mat shares = stage.value;
  shares.replace(arma::datum::nan, 0.0);
  arma::mat others = shares;
  for (arma::uword i = 0; i < others.n_rows; ++i)
    for (arma::uword j = 0; j < others.n_cols; ++j)
      if (is_same_word(stage.rows.labels[i], stage.cols.labels[j])) others(i, j) = 0.0;
  return arma::vec(arma::max(others.is_zero() ? shares : others, 1)).index_max();
}

std::string picture_text(const Stage& stage, const Layout& layout, unsigned indent,
                         std::optional<Cell> selected) {
  const std::optional<arma::uword> row =
      selected ? std::optional(selected->row) : find_row(stage, layout.row);
  switch (layout.view.value_or(View::numbers)) {
    case View::rows:
      return row_curves_text(stage, layout, indent, row);
    case View::bars:
      return bars_text(stage, layout, indent, row);
    case View::arcs:
      return arcs_text(stage, layout, indent, row);
    case View::chain:
      return chain_text(stage, layout, indent, row ? *row : most_telling_row(stage));
    default:
      throw std::logic_error("no picture of a stage");
  }
}

}  // namespace attn
