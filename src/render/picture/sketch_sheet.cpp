#include "render/picture/sketch_sheet.hpp"

#include <algorithm>
#include <span>

#include "render/curve/canvas.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"

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

}  // namespace attn
