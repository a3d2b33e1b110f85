#include "render/text/prose_columns.hpp"

#include <algorithm>

#include "render/text/display_width.hpp"
#include "render/text/wrap.hpp"

namespace attn {
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
