#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "render/text/grid.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

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

namespace {

using cell::Numbers;
using cell::Real;

// As many as it takes to write a number of ordinary size without a power of ten.
int digits_before_point(double value) {
  const double size = std::abs(value);
  return size >= 1.0 && size < 1e6 ? static_cast<int>(std::log10(size)) + 1 : 1;
}

// How each kind of cell is written for people.
class ForPeople {
 public:
  explicit ForPeople(const Layout& layout) : layout_(layout) {}

  std::string operator()(const cell::Text& text) const { return text.text; }
  std::string operator()(const cell::Missing& missing) const { return missing.text; }
  std::string operator()(const cell::Gap&) const { return ".."; }

  std::string operator()(const cell::Whole& whole) const {
    return with_minus_sign(whole.grouped ? count_text(whole.number) : whole.number.get_str());
  }

  std::string operator()(const Real& real) const {
    if (real.below > 0.0) return "< " + significant_text(real.below, 1);
    const int places = layout_.precision_is_given ? layout_.precision : real.places;
    if (real.form == Real::Form::decimals) return shown_decimals(real.value, places);
    const std::string text =
        significant_text(real.value, std::max(places, digits_before_point(real.value)));
    return real.form == Real::Form::to_copy ? text : with_minus_sign(text);
  }

  std::string operator()(const Numbers& numbers) const {
    if (numbers.between == Numbers::Between::range) return range_text(numbers);
    std::string text;
    for (const auto& number : numbers.numbers)
      text += (text.empty()                                 ? ""
               : numbers.between == Numbers::Between::comma ? ", "
                                                            : " ") +
              std::visit(*this, number);
    return text;
  }

  std::string operator()(const cell::Quantity& quantity) const {
    const std::string number = in_unit(quantity.number, quantity.unit, quantity.decimals);
    return quantity.names_unit && !quantity.unit.name.empty() ? number + " " + quantity.unit.name
                                                              : number;
  }

  std::string operator()(const cell::Share& share) const {
    std::string text = with_minus_sign(fmt::format("{:.{}f}", 100.0 * share.part, share.decimals));
    if (is_written_as_zero(text) && share.part > 0.0)
      text = "<" + std::string(share.names_unit ? "0" : "") + least_shown(share.decimals);
    return share.names_unit ? text + " %" : text;
  }

  // As wide as all others, so that they begin below each other.
  std::string operator()(const cell::Bar& bar) const {
    const bool is_ascii = layout_.glyphs == Glyphs::ascii;
    const double columns = std::clamp(bar.part, 0.0, 1.0) * kBarWidth;
    const auto n_halves = static_cast<unsigned>(std::lround(2 * columns));
    const unsigned n_whole = is_ascii ? (n_halves + 1) / 2 : n_halves / 2;
    std::string text;
    for (unsigned i = 0; i < n_whole; ++i) text += is_ascii ? "#" : "⣿";
    const bool has_half = !is_ascii && n_halves % 2 == 1;
    if (has_half) text += "⡇";
    return text + std::string(kBarWidth - n_whole - (has_half ? 1 : 0), ' ');
  }

 private:
  static constexpr unsigned kBarWidth = 20;

  std::string range_text(const Numbers& numbers) const {
    const std::string least = std::visit(*this, numbers.numbers.front()),
                      greatest = std::visit(*this, numbers.numbers.back());
    return least == greatest ? least : message("{} to {}", least, greatest);
  }

  const Layout& layout_;
};

}  // namespace

std::string cell_text(const TableCell& cell, const Layout& layout) {
  return std::visit(ForPeople(layout), cell);
}

namespace {

constexpr unsigned kNarrowestColumn = 8;  // less is read letter by letter

std::vector<std::string> lines_at(const std::string& text, unsigned width) {
  std::vector<std::string> lines;
  const std::string wrapped = wrap(text, width, 0);
  for (std::size_t at = 0; at < wrapped.size();) {
    const std::size_t end = std::min(wrapped.find('\n', at), wrapped.size());
    lines.push_back(wrapped.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

unsigned widest_line(const std::vector<std::string>& lines) {
  unsigned widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, display_width(line));
  return widest;
}

// A column as wide as it may be, as narrow as its words allow, and as it is now.
struct ColumnWidth {
  unsigned natural = 0, least = 0, now = 0;

  bool can_grow() const { return now < natural; }
  double crowding() const { return double(natural) / double(std::max(now, 1U)); }
};

std::vector<ColumnWidth> narrowest(const std::vector<TextRow>& rows) {
  std::vector<ColumnWidth> columns;
  for (const TextRow& row : rows) {
    if (columns.size() < row.size()) columns.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      columns[i].natural = std::max(columns[i].natural, display_width(row[i]));
      columns[i].least = std::max(columns[i].least, widest_line(lines_at(row[i], 1)));
    }
  }
  for (ColumnWidth& column : columns)
    column.now = std::max(column.least, std::min(column.natural, kNarrowestColumn));
  return columns;
}

}  // namespace

std::optional<std::vector<unsigned>> prose_widths(const std::vector<TextRow>& rows, unsigned room) {
  std::vector<ColumnWidth> columns = narrowest(rows);
  unsigned used = 0;
  for (const ColumnWidth& column : columns) used += column.now;
  if (used > room) return {};
  for (; used < room; ++used) {
    const auto most_crowded = std::max_element(
        columns.begin(), columns.end(), [](const ColumnWidth& a, const ColumnWidth& b) {
          return (a.can_grow() ? a.crowding() : 0.0) < (b.can_grow() ? b.crowding() : 0.0);
        });
    if (most_crowded == columns.end() || !most_crowded->can_grow()) break;
    ++most_crowded->now;
  }
  std::vector<unsigned> widths;
  for (const ColumnWidth& column : columns) widths.push_back(column.now);
  return widths;
}

std::vector<TextRow> broken_row(const TextRow& row, const std::vector<unsigned>& widths) {
  std::vector<TextRow> lines(1, TextRow(row.size()));
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::vector<std::string> pieces = lines_at(row[i], widths.at(i));
    while (lines.size() < pieces.size()) lines.emplace_back(row.size());
    for (std::size_t k = 0; k < pieces.size(); ++k) lines[k][i] = pieces[k];
  }
  return lines;
}

}  // namespace attn
