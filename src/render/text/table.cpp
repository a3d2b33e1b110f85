#include "render/text/table.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "render/text/cell_text.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"
#include "render/text/paint.hpp"
#include "render/text/prose_columns.hpp"
#include "render/text/wrap.hpp"

namespace attn {
namespace {

using Row = std::vector<std::string>;

constexpr unsigned kBetweenColumns = 2;
constexpr unsigned kUnderName = 2;  // of what stands under the name of a row
constexpr unsigned kIndent = 3;

// A table whose cells are text.
struct Written {
  Row header{};  // empty where no column has a heading
  std::vector<Row> rows{};
  std::size_t n_text_columns = 1;
  bool is_brief = false;
};

Written written(const Table& table, const Layout& layout) {
  Written texts{.n_text_columns = table.n_text_columns, .is_brief = table.is_brief};
  if (table.has_headings())
    for (const Column& column : table.columns)
      texts.header.push_back(in_glyphs(column.title, layout));
  for (const TableRow& row : table.rows) {
    Row& cells = texts.rows.emplace_back();
    for (const TableCell& cell : row) cells.push_back(in_glyphs(cell_text(cell, layout), layout));
  }
  return texts;
}

std::vector<unsigned> column_widths(const Written& table) {
  std::size_t n_columns = table.header.size();
  for (const Row& row : table.rows) n_columns = std::max(n_columns, row.size());
  std::vector<unsigned> widths(n_columns, 0);
  const auto widen = [&widths](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  };
  widen(table.header);
  for (const Row& row : table.rows) widen(row);
  return widths;
}

std::string line_of(const Row& row, const std::vector<unsigned>& widths, std::size_t n_text_columns,
                    unsigned indent) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (widths[i] > 0 || i == 0)
      line += std::string(i == 0 ? indent : kBetweenColumns, ' ') +
              (i < n_text_columns ? pad_right(row[i], widths[i]) : pad_left(row[i], widths[i]));
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// A row of a table that is too wide: its name, and the rest under it. A number needs the name of
// its column, and stays beside it; text says what it is. A row without a name goes on with the one
// above.
std::string record_of(const Written& table, const Row& row, unsigned width, unsigned indent) {
  std::string rest;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i].empty()) continue;
    const bool is_named = i >= table.n_text_columns && i < table.header.size();
    rest += (is_named ? unbroken(table.header[i] + " " + row[i]) : row[i]) + "  ";
  }
  if (table.is_brief) return wrap(row[0] + "  " + rest, width, indent, kUnderName);
  const std::string name = row[0].empty() ? "" : wrap(row[0], width, indent);
  return name + (rest.empty() ? "" : wrap(rest, width, indent + kUnderName));
}

unsigned width_of(const std::vector<unsigned>& widths, unsigned indent) {
  unsigned used = indent;
  for (const unsigned width : widths)  // a column without text takes no room
    used += width == 0 ? 0 : width + kBetweenColumns;
  return used - std::min(used, kBetweenColumns);
}

// A row of phrases that is too wide even for columns: its name, and under it each of the others
// with the name of its column.
std::string phrases_of(const Written& table, const Row& row, unsigned width, unsigned indent) {
  std::string text = wrap(row.at(0), width, indent);
  for (std::size_t i = 1; i < row.size(); ++i)
    if (!row[i].empty())
      text += wrap((i < table.header.size() ? table.header[i] + ": " : "") + row[i], width,
                   indent + kUnderName, kUnderName);
  return text;
}

// The lines of a table of phrases, those of its header first.
std::string prose_text(const Written& table, const Layout& layout, unsigned indent) {
  const Painter paint(layout);
  std::vector<Row> all = table.rows;
  if (!table.header.empty()) all.insert(all.begin(), table.header);
  const auto between = unsigned((table.header.size() - 1) * kBetweenColumns);
  const auto widths = layout.width > indent + between
                          ? prose_widths(all, layout.width - indent - between)
                          : std::nullopt;
  std::string text;
  if (!widths) {
    for (const Row& row : table.rows) text += phrases_of(table, row, layout.width, indent);
    return text;
  }
  for (const Row& line : broken_row(table.header, *widths)) {
    std::string header = line_of(line, *widths, line.size(), indent);
    header.pop_back();
    text += paint(Style::Kind::quiet, header) + "\n";
  }
  for (const Row& row : table.rows)
    for (const Row& line : broken_row(row, *widths))
      text += line_of(line, *widths, line.size(), indent);
  return text;
}

// The table without as many of its dispensable columns as it takes to fit.
Written fitted(const Written& table, const Table& typed, unsigned width, unsigned indent) {
  const auto blank = [](Row& row, std::size_t column) {
    if (column < row.size()) row[column].clear();
  };
  Written narrow = table;
  for (const std::size_t column : typed.dispensable) {
    if (width_of(column_widths(narrow), indent) <= width) return narrow;
    blank(narrow.header, column);
    for (Row& row : narrow.rows) blank(row, column);
  }
  return typed.is_brief || width_of(column_widths(narrow), indent) <= width ? narrow : table;
}

// A line with the headings of the columns that have gone; "" where there are none.
std::string left_out_line(const Written& whole, const Written& fitted, const Layout& layout,
                          unsigned indent) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < fitted.header.size(); ++i)
    if (fitted.header[i].empty() && !whole.header[i].empty()) names.push_back(whole.header[i]);
  if (names.empty()) return "";
  return "\n" + wrap(message(".. columns left out: {}", joined(names, translated(", "))),
                     layout.prose_width(), indent);
}

}  // namespace

std::string rows_text(const Table& typed, const Layout& layout, unsigned indent) {
  const Written whole = written(typed, layout);
  const Written table = fitted(whole, typed, layout.width, indent);
  const std::vector<unsigned> widths = column_widths(table);
  const bool fits = width_of(widths, indent) <= layout.width;
  if (!fits && typed.is_prose && !table.header.empty()) return prose_text(table, layout, indent);

  const Painter paint(layout);
  std::string text;
  if (fits && !table.header.empty()) {
    std::string header = line_of(table.header, widths, table.n_text_columns, indent);
    header.pop_back();
    text += paint(Style::Kind::quiet, header) + "\n";
  }
  for (const Row& row : table.rows)
    text += fits ? line_of(row, widths, table.n_text_columns, indent)
                 : record_of(table, row, layout.width, indent);
  return text + left_out_line(whole, table, layout, indent);
}

std::string table_text(const Table& table, const Layout& layout) {
  const Painter paint(layout);
  std::string text = " " + paint(Style::Kind::heading, table.id) + "\n";
  if (layout.explain > 0 && !table.title.empty())
    text += wrap(in_glyphs(table.title, layout), layout.prose_width(), kIndent);
  text += "\n" + rows_text(table, layout, kIndent);
  if (layout.explain > 0 && !table.note.empty())
    text += "\n" + wrap(in_glyphs(table.note, layout), layout.prose_width(), kIndent);
  return text;
}

}  // namespace attn
