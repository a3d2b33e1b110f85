#include "render/text/grid.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "base/text.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr unsigned kLongestLabel = 12;
constexpr unsigned kLabelOfLongWord = 8;  // one such word does not make all columns wide
constexpr unsigned kShortestLabel = 4;
constexpr unsigned kShortestHeatLabel = 1;
constexpr int kFewestDecimals = 2;
constexpr unsigned kSideGap = 2;
constexpr unsigned kNoLimit = std::numeric_limits<unsigned>::max();
const std::string kElided = "..";

bool are_numbers(const std::vector<std::string>& labels) {
  return !labels.empty() && std::all_of(labels.begin(), labels.end(), are_ascii_digits);
}

bool is_multiple(const std::string& number, unsigned long step) {
  return number.size() < std::numeric_limits<unsigned long>::digits10 &&
         std::stoul(number) % step == 0;
}

unsigned widest(const std::vector<std::string>& texts, const Places& shown,
                unsigned limit = kNoLimit) {
  unsigned width = 0;
  if (texts.empty()) return width;
  for (const auto place : shown)
    if (place) width = std::max(width, display_width(cut_label(texts[*place], limit, ".")));
  return width;
}

unsigned widest_cell(const Grid& grid, const Fit& fit) {
  unsigned width = 0;
  for (const auto row : fit.rows)
    for (const auto col : fit.cols)
      if (row && col) width = std::max(width, display_width(grid.text(*row, *col, fit.precision)));
  return width;
}

unsigned padding(const Grid& grid) { return grid.cells_touch ? 0 : 2; }

const std::string& side_header(const SideColumn& column, const Fit& fit) {
  return fit.has_short_sides && !column.short_header.empty() ? column.short_header : column.header;
}

const std::vector<std::string>& side_cells(const SideColumn& column, const Fit& fit) {
  return fit.has_short_sides && !column.short_cells.empty() ? column.short_cells : column.cells;
}

unsigned side_width(const SideColumn& column, const Fit& fit) {
  return std::max(display_width(side_header(column, fit)),
                  widest(side_cells(column, fit), fit.rows));
}

// A place's number without its first digits would be that of another place.
unsigned row_label_limit(const Grid& grid, const Fit& fit) {
  return are_numbers(grid.row_labels) ? kLongestLabel : fit.label_width;
}

// The mark of rows that are left out is whole, since a single dot may be a token.
unsigned row_label_width(const Grid& grid, const Fit& fit) {
  const unsigned mark = fit.shows_all_rows() ? 0 : static_cast<unsigned>(kElided.size());
  return std::max(mark, widest(grid.row_labels, fit.rows, row_label_limit(grid, fit)));
}

// Fills in the widths that follow from what is shown.
void measure(const Grid& grid, Fit& fit) {
  const unsigned label = widest(grid.col_labels, fit.cols, fit.label_width);
  // Where cells touch, a long label needs a space of its own to be told from the next.
  const unsigned header = label + (grid.cells_touch && fit.label_width > 1 && label > 1 ? 1 : 0);
  fit.cell_width = std::max({widest_cell(grid, fit), header, unsigned{1}});
  // Shades without colour run together where no header keeps them apart.
  if (grid.cells_touch && grid.has_swatches && header == 0) ++fit.cell_width;
  // Letters that touch, one column each, have a single dot for the gap.
  const bool may_be_one_wide = grid.cells_touch && !grid.has_swatches && header <= 1;
  if (!may_be_one_wide && (!fit.shows_all_cols() || !fit.shows_all_rows()))
    fit.cell_width = std::max(fit.cell_width, static_cast<unsigned>(kElided.size()));

  const unsigned labels = grid.row_labels.empty() ? 0 : row_label_width(grid, fit) + 1;
  fit.width = labels + (grid.brackets ? 2 : 0) +
              static_cast<unsigned>(fit.cols.size()) * (fit.cell_width + padding(grid));
  for (std::size_t i = 0; i < fit.n_side_columns; ++i)
    fit.width += kSideGap + side_width(grid.side_columns[i], fit);
  fit.width = std::max(fit.width, labels + display_width(grid.title));
}

// What the labels need; a very long one is cut at once.
unsigned needed_label_width(const std::vector<std::string>& labels, const Places& shown) {
  unsigned needed = 0;
  if (labels.empty()) return needed;
  for (const auto place : shown) {
    if (!place) continue;
    const unsigned own = display_width(labels[*place]);
    needed = std::max(needed, own <= kLongestLabel ? own : kLabelOfLongWord);
  }
  return needed;
}

// The labels' widths to try, from what they need down to the least.
std::set<unsigned, std::greater<>> label_widths(const Grid& grid, const Fit& all) {
  const unsigned needed = std::max(needed_label_width(grid.row_labels, all.rows),
                                   needed_label_width(grid.col_labels, all.cols));
  const bool heads_narrow_columns = grid.cells_touch && !grid.col_labels.empty();
  const unsigned least =
      std::min(needed, heads_narrow_columns ? kShortestHeatLabel : kShortestLabel);
  std::set<unsigned, std::greater<>> widths{needed, (needed + least) / 2, least};
  // In a heat map a letter more tells words apart, and costs no decimals.
  if (heads_narrow_columns)
    for (unsigned width = least; width < needed; ++width) widths.insert(width);
  return widths;
}

bool try_to_fit(const Grid& grid, Fit& fit, unsigned width) {
  measure(grid, fit);
  return fit.width <= width;
}

// The most columns that fit when some are left out of the middle. Every guess is measured, since
// the cells that remain decide how wide a column is.
void leave_out_columns(const Grid& grid, Fit& fit, unsigned width) {
  std::size_t room = std::min<std::size_t>(grid.n_cols - 1, width / (1 + padding(grid)) + 1);
  for (; room > 2; --room) {
    fit.cols = places(grid.n_cols, room, grid.focus_col);
    if (try_to_fit(grid, fit, width)) return;
  }
  // Now there is nothing left to give up but decimals, even the last two.
  fit.cols = places(grid.n_cols, 2, grid.focus_col);
  while (!try_to_fit(grid, fit, width) && fit.precision > 0) --fit.precision;
}

class GridDrawing {
 public:
  GridDrawing(const Grid& grid, const Fit& fit, const Layout& layout)
      : grid_(grid),
        fit_(fit),
        layout_(layout),
        paint_(layout),
        row_labels_(shown_labels(grid.row_labels, fit.rows, row_label_limit(grid, fit))),
        col_labels_(shown_labels(grid.col_labels, fit.cols, fit.label_width)) {}

  Block draw() const {
    Block block{.lines = {}, .width = fit_.width};
    if (!grid_.title.empty()) add(block, title());
    if (!grid_.col_labels.empty() || fit_.n_side_columns > 0) add(block, header());
    for (std::size_t line = 0; line < fit_.rows.size(); ++line) add(block, row(line));
    return block;
  }

 private:
  // The labels of the places that are shown, cut; nothing for places that are left out.
  std::vector<std::string> shown_labels(const std::vector<std::string>& labels, const Places& shown,
                                        unsigned width) const {
    std::vector<std::string> wholes;
    for (const auto place : shown)
      wholes.push_back(place && !labels.empty() ? labels[*place] : std::string());
    return cut_labels(wholes, width, cut_mark(layout_.glyphs));
  }

  unsigned brackets() const { return grid_.brackets ? 2 : 0; }

  unsigned left_margin() const {
    return grid_.row_labels.empty() ? 0 : row_label_width(grid_, fit_) + 1;
  }

  // Centred above the cells.
  std::string title() const {
    const std::size_t own = display_width(grid_.title),
                      room = fit_.cols.size() * (fit_.cell_width + padding(grid_)) + brackets();
    return std::string(left_margin() + (room > own ? (room - own) / 2 : 0), ' ') +
           paint_(Style::Kind::strong, grid_.title);
  }

  // What stands for cells that are left out.
  std::string gap() const { return kElided.substr(0, fit_.cell_width); }

  // Pads to the width of the block; the escapes inside `line` take no columns.
  void add(Block& block, const std::string& line) const {
    const unsigned own = visible_width(line);
    block.lines.push_back(line + std::string(fit_.width > own ? fit_.width - own : 0, ' '));
  }

  std::string segment(const std::string& text) const {
    const std::string space(padding(grid_) / 2, ' ');
    const unsigned own = display_width(text);
    const unsigned after =
        grid_.centered && own < fit_.cell_width ? (fit_.cell_width - own) / 2 : 0;
    return space + pad_left(text + std::string(after, ' '), fit_.cell_width) + space;
  }

  std::string header() const {
    const auto side_headers = [this](const SideColumn& column) {
      return side_header(column, fit_);
    };
    if (has_ruler()) return ruler() + side(side_headers);
    std::string line(left_margin() + (grid_.brackets ? 1 : 0), ' ');
    for (std::size_t i = 0; i < fit_.cols.size(); ++i) {
      const bool is_gap = !fit_.cols[i] && !grid_.col_labels.empty();
      line += segment(is_gap ? gap().substr(0, fit_.label_width) : col_labels_[i]);
    }
    if (grid_.brackets) line += ' ';
    return line + side(side_headers);
  }

  // Numbers above cells that are narrower than they: some of them, whole.
  bool has_ruler() const {
    return grid_.cells_touch && are_numbers(grid_.col_labels) &&
           widest(grid_.col_labels, fit_.cols) > fit_.label_width;
  }

  // Every 2nd, 5th, 10th … number, as many as have a space between them; each ends above the end
  // of its column.
  std::string ruler() const {
    const unsigned long step = ruler_step(widest(grid_.col_labels, fit_.cols) + 1);
    std::string line;
    std::size_t end = left_margin() + (grid_.brackets ? 1 : 0);
    for (std::size_t i = 0; i < fit_.cols.size(); ++i) {
      end += fit_.cell_width;
      const std::string label = fit_.cols[i] ? grid_.col_labels[*fit_.cols[i]] : gap();
      const bool is_before_gap = i + 1 < fit_.cols.size() && !fit_.cols[i + 1];
      const bool is_marked = !fit_.cols[i] || (!is_before_gap && is_multiple(label, step));
      const std::size_t start = line.size() + (line.empty() || !fit_.cols[i] ? 0 : 1);
      if (!is_marked || end < start + label.size()) continue;
      line += std::string(end - label.size() - line.size(), ' ') + label;
    }
    return line + std::string(end - line.size() + (grid_.brackets ? 1 : 0), ' ');
  }

  unsigned long ruler_step(unsigned columns) const {
    for (unsigned long power = 1;; power *= 10)
      for (const unsigned long step : {power, 2 * power, 5 * power})
        if (step * fit_.cell_width >= columns) return step;
  }

  template <typename TextOf>
  std::string side(TextOf text_of) const {
    std::string line;
    for (std::size_t i = 0; i < fit_.n_side_columns; ++i) {
      const SideColumn& column = grid_.side_columns[i];
      line += std::string(kSideGap, ' ') + pad_left(text_of(column), side_width(column, fit_));
    }
    return line;
  }

  // One cell with its padding. In a heat map, and where there is no colour, > and < mark what is
  // selected.
  std::string cell(arma::uword row, arma::uword col) const {
    const Style style = grid_.style ? grid_.style(row, col) : Style{};
    std::string text = segment(grid_.text(row, col, fit_.precision));
    const bool is_on_heat = style.level > 0.0;  // there its colour alone would be one among many
    if (style.kind == Style::Kind::selected && (is_on_heat || !paint_.color())) {
      if (grid_.cells_touch) text = segment(" ");  // there is no room beside a shade
      text.front() = '>';
      text.back() = '<';
    }
    return paint_(style, text);
  }

  std::string cells(std::size_t line) const {
    std::string text;
    for (const auto col : fit_.cols)
      text += fit_.rows[line] && col ? cell(*fit_.rows[line], *col) : segment(gap());
    return text;
  }

  std::string row(std::size_t line) const {
    std::string text;
    const auto place = fit_.rows[line];
    if (!grid_.row_labels.empty()) {
      const std::string& label = place ? row_labels_[line] : kElided;
      const unsigned width = row_label_width(grid_, fit_);
      text = pad_left(cut_to_width(label, width), width) + ' ';
    }
    text += bracketed(cells(line), line);
    return text + side([this, place](const SideColumn& column) {
             return place ? side_cells(column, fit_)[*place] : std::string();
           });
  }

  std::string bracketed(const std::string& inside, std::size_t line) const {
    if (!grid_.brackets) return inside;
    if (layout_.glyphs == Glyphs::ascii || fit_.rows.size() == 1) return "[" + inside + "]";
    if (line == 0) return "⎡" + inside + "⎤";
    if (line + 1 == fit_.rows.size()) return "⎣" + inside + "⎦";
    return "⎢" + inside + "⎥";
  }

  const Grid& grid_;
  const Fit& fit_;
  const Layout& layout_;
  Painter paint_;
  std::vector<std::string> row_labels_, col_labels_;
};

}  // namespace

bool Fit::shows_all_cols() const {
  return std::all_of(cols.begin(), cols.end(), [](const auto& col) { return col.has_value(); });
}

bool Fit::shows_all_rows() const {
  return std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.has_value(); });
}

Fit fit_grid(const Grid& grid, unsigned width, std::size_t max_rows) {
  Fit fit{.rows = places(grid.n_rows, max_rows, grid.focus_row),
          .cols = {},
          .precision = grid.precision};
  // A matrix with more columns than the screen has cannot fit whole: do not measure them all.
  const bool may_fit = grid.n_cols <= width;
  fit.cols = places(grid.n_cols, may_fit ? grid.n_cols : width, grid.focus_col);
  const auto labels = label_widths(grid, fit);
  const int fewest = std::min(grid.precision, kFewestDecimals);

  fit.label_width = *labels.begin();
  fit.n_side_columns = grid.side_columns.size();
  for (const bool is_short : {false, true}) {
    fit.has_short_sides = is_short;
    if (may_fit && !grid.side_columns.empty() && try_to_fit(grid, fit, width)) return fit;
  }
  fit.has_short_sides = false;
  fit.n_side_columns = 0;  // where labels shrink, side columns are gone
  for (const unsigned label : labels) {
    fit.label_width = label;
    if (may_fit && try_to_fit(grid, fit, width)) return fit;
  }
  fit.label_width = *labels.rbegin();
  while (may_fit && fit.precision > fewest) {
    --fit.precision;
    if (try_to_fit(grid, fit, width)) return fit;
  }
  leave_out_columns(grid, fit, width);
  if (2 * fit.cols.size() >= grid.n_cols) return fit;
  // So many are left out that decimals would not have saved the rest: they need not be given up.
  fit.precision = grid.precision;
  leave_out_columns(grid, fit, width);
  return fit;
}

unsigned width_of_all_columns(const Grid& grid, std::size_t max_rows) {
  Fit fit{.rows = places(grid.n_rows, max_rows, grid.focus_row),
          .cols = places(grid.n_cols, grid.n_cols),
          .precision = std::min(grid.precision, kFewestDecimals)};
  fit.label_width = *label_widths(grid, fit).rbegin();
  measure(grid, fit);
  return fit.width;
}

Fit fit_of_places(const Grid& grid, Places rows, Places cols, int precision, unsigned label_width) {
  Fit fit{.rows = std::move(rows), .cols = std::move(cols), .precision = precision};
  fit.label_width = label_width;
  measure(grid, fit);
  return fit;
}

Grid side_grid(const Grid& grid, const Fit& fit) {
  Grid side;
  side.n_rows = grid.n_rows;
  side.row_labels = grid.row_labels;
  side.side_columns.assign(grid.side_columns.begin() + static_cast<long>(fit.n_side_columns),
                           grid.side_columns.end());
  side.focus_row = grid.focus_row;
  side.brackets = false;
  return side;
}

Block draw_grid(const Grid& grid, const Fit& fit, const Layout& layout) {
  return GridDrawing(grid, fit, layout).draw();
}

Block beside(const std::vector<Block>& blocks, unsigned gap) {
  Block result;
  std::size_t height = 0;
  for (const Block& block : blocks) height = std::max(height, block.lines.size());
  result.lines.resize(height);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::string space(i == 0 ? 0 : gap, ' ');
    for (std::size_t line = 0; line < height; ++line)
      result.lines[line] +=
          space + (line < blocks[i].lines.size() ? blocks[i].lines[line]
                                                 : std::string(blocks[i].width, ' '));
    result.width += blocks[i].width + static_cast<unsigned>(space.size());
  }
  return result;
}

namespace {

void append_range(Places& shown, arma::uword from, arma::uword to) {
  for (arma::uword i = from; i < to; ++i) shown.emplace_back(i);
}

}  // namespace

Places places(arma::uword n, std::size_t room, std::optional<arma::uword> focus) {
  Places shown;
  if (n <= room) {
    append_range(shown, 0, n);
    return shown;
  }
  const arma::uword kept = room > 1 ? room - 1 : 1;  // one place is the gap itself
  // With room for two places, the first and the last say most.
  const arma::uword last = kept > 1 ? std::max<arma::uword>(kept / 3, 1) : 0, first = kept - last;
  if (!focus || *focus < first || *focus >= n - last) {
    append_range(shown, 0, first);
    shown.emplace_back(std::nullopt);
    append_range(shown, n - last, n);
    return shown;
  }
  const arma::uword window = std::max<arma::uword>(room > 2 ? room - 2 : 1, 1);
  const arma::uword start = std::min(*focus - std::min(*focus, window / 2), n - window);
  if (start > 0) shown.emplace_back(std::nullopt);
  append_range(shown, start, start + window);
  if (start + window < n) shown.emplace_back(std::nullopt);
  return shown;
}

arma::uword n_left_out(const Places& shown, arma::uword n) {
  const auto is_shown = [](const auto& place) { return place.has_value(); };
  return n - static_cast<arma::uword>(std::count_if(shown.begin(), shown.end(), is_shown));
}

std::string in_glyphs(const std::string& text, const Layout& layout) {
  return layout.glyphs == Glyphs::ascii ? in_ascii(text) : text;
}

std::string paragraph(const std::string& text, const Layout& layout) {
  return text.empty() ? "" : wrap(in_glyphs(text, layout), layout.prose_width(), kNoteIndent);
}

std::string footnote(const std::string& label, const std::string& text, const Layout& layout) {
  const std::string start = label + "   ";
  return wrap(in_glyphs(start + text, layout), layout.prose_width(), kNoteIndent,
              display_width(start));
}

std::string block_text(const Block& block, unsigned indent) {
  std::string text;
  for (const std::string& line : block.lines) {
    std::string row = std::string(indent, ' ') + line;
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

NamedLine::NamedLine(const std::string& name, const Layout& layout)
    : paint_(layout),
      width_(layout.prose_width()),
      text_(" " + paint_(Style::Kind::heading, name)),
      used_(1 + display_width(name)) {}

void NamedLine::append(const std::string& part, Style::Kind kind) {
  const unsigned width = display_width(part);
  if (used_ + 3 + width <= width_) {
    text_ += "   " + paint_(kind, part);
    used_ += 3 + width;
    return;
  }
  std::string lines = wrap(part, width_, kNoteIndent);
  lines.pop_back();  // its newline
  text_ += "\n" + paint_(kind, lines);
  used_ = display_width(lines.substr(lines.rfind('\n') + 1));
}

namespace {

constexpr unsigned kBetweenMatrices = 4;

std::vector<std::string> labels_in_glyphs(std::vector<std::string> labels, const Layout& layout) {
  for (std::string& label : labels) label = in_glyphs(label, layout);
  return labels;
}

// What stands in a cell, as a function of the decimals that there is room for.
auto text_of(const MarkedMatrix& matrix, const Layout& layout) {
  Layout own = layout;
  own.precision = matrix.precision;
  return [&matrix, format = NumberFormat(matrix.value, own)](arma::uword row, arma::uword col,
                                                             int precision) {
    const std::string text = format.with_precision(precision)(matrix.value(row, col));
    if (matrix.marked.is_empty()) return text;
    return matrix.is_marked(row, col) ? "[" + text + "]" : " " + text + " ";
  };
}

Grid grid_of(const MarkedMatrix& matrix, const Layout& layout) {
  Grid grid{.title = in_glyphs(matrix.title, layout),
            .n_rows = matrix.value.n_rows,
            .n_cols = matrix.value.n_cols,
            .row_labels = labels_in_glyphs(matrix.rows.labels, layout),
            .col_labels = labels_in_glyphs(matrix.cols.labels, layout),
            .precision = matrix.precision,
            .text = text_of(matrix, layout),
            .style = {},
            .side_columns = {}};
  grid.style = [&matrix](arma::uword row, arma::uword col) {
    return Style{matrix.is_marked(row, col) ? Style::Kind::bad : Style::Kind::plain};
  };
  if (!matrix.focus) return grid;
  grid.focus_row = matrix.focus->first;
  grid.focus_col = matrix.focus->second;
  return grid;
}

// Beside a matrix with a header or a title, the others leave a line free, so that rows stay level.
void level(std::vector<Grid>& grids) {
  const bool has_header = std::any_of(grids.begin(), grids.end(),
                                      [](const Grid& grid) { return !grid.col_labels.empty(); });
  const bool has_title =
      std::any_of(grids.begin(), grids.end(), [](const Grid& grid) { return !grid.title.empty(); });
  for (Grid& grid : grids) {
    if (has_header && grid.col_labels.empty()) grid.col_labels.assign(grid.n_cols, "");
    if (has_title && grid.title.empty()) grid.title = " ";
  }
}

// The grids side by side, if each of them is there whole.
bool fit_beside(std::vector<Grid> grids, const Layout& layout, unsigned width, Block& result) {
  level(grids);
  std::vector<Block> blocks;
  for (const Grid& grid : grids) {
    const Fit fit = fit_grid(grid, width, layout.max_rows);
    if (!fit.shows_all_cols() || fit.precision != grid.precision) return false;
    blocks.push_back(draw_grid(grid, fit, layout));
  }
  result = beside(blocks, kBetweenMatrices);
  return result.width <= width;
}

Block alone(const Grid& grid, const Layout& layout, unsigned width) {
  return draw_grid(grid, fit_grid(grid, width, layout.max_rows), layout);
}

}  // namespace

std::string matrix_row_text(const MatrixRow& row, const Layout& layout, unsigned indent) {
  const unsigned width = layout.width - indent;
  std::string text;
  for (std::size_t first = 0, n = 0; first < row.matrices.size(); first += n) {
    std::vector<Grid> grids{grid_of(row.matrices[first], layout)};
    Block block = alone(grids.front(), layout, width), wider;
    while (first + grids.size() < row.matrices.size()) {
      grids.push_back(grid_of(row.matrices[first + grids.size()], layout));
      if (!fit_beside(grids, layout, width, wider)) {
        grids.pop_back();
        break;
      }
      block = wider;
    }
    n = grids.size();
    text += (first == 0 ? "" : "\n") + block_text(block, indent);
  }
  return text;
}

}  // namespace attn
