#include "render/tables.hpp"

#include <algorithm>

#include "core/message.hpp"
#include "render/display_width.hpp"
#include "render/number_format.hpp"
#include "render/text.hpp"
#include "render/wrap.hpp"
#include "trace/facts.hpp"

namespace attn {
namespace {

using Row = std::vector<std::string>;

struct Table {
  Row header;  // may be empty
  std::vector<Row> rows;
  std::size_t n_left_aligned;  // the first columns are text, the others numbers
};

constexpr unsigned kGap = 2;

std::vector<unsigned> column_widths(const Table& table) {
  std::vector<unsigned> widths(table.rows.front().size(), 0);
  const auto widen = [&widths](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  };
  widen(table.header);
  for (const Row& row : table.rows) widen(row);
  return widths;
}

std::string line_of(const Row& row, const std::vector<unsigned>& widths,
                    std::size_t n_left_aligned) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i)
    line += std::string(i == 0 ? 1 : kGap, ' ') +
            (i < n_left_aligned ? pad_right(row[i], widths[i]) : pad_left(row[i], widths[i]));
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// A row of a table that is too wide: its name, and the rest under it.
std::string record_of(const Row& header, const Row& row, unsigned width) {
  std::string rest;
  for (std::size_t i = 1; i < row.size(); ++i)
    rest += (header.empty() ? "" : header[i] + " ") + row[i] + "  ";
  return " " + row[0] + "\n" + wrap(rest, width, 3);
}

std::string table_text(const Table& table, unsigned width) {
  const std::vector<unsigned> widths = column_widths(table);
  unsigned used = 1;
  for (std::size_t i = 0; i < widths.size(); ++i) used += widths[i] + (i == 0 ? 0 : kGap);
  const bool fits = used <= width;

  std::string text;
  if (fits && !table.header.empty()) text += line_of(table.header, widths, table.n_left_aligned);
  for (const Row& row : table.rows)
    text += fits ? line_of(row, widths, table.n_left_aligned) : record_of(table.header, row, width);
  return text;
}

}  // namespace

std::string shapes_text(const Trace& trace, const std::vector<const Stage*>& stages,
                        const Layout& layout) {
  Table table{.header = {}, .rows = {}, .n_left_aligned = 3};
  for (const Stage* stage : stages)
    table.rows.push_back(
        {stage_name(*stage), stage_shape(*stage),
         layout.glyphs == Glyphs::ascii ? in_ascii(stage->formula) : stage->formula});
  return title_text(trace, layout) + "\n" + table_text(table, layout.width);
}

std::string summary_text(const Trace& trace, const std::vector<const Stage*>& stages,
                         const Layout& layout) {
  Table table{
      .header = {translated("stage"), translated("shape"), translated("min"), translated("max"),
                 translated("mean"), translated("sd"), translated("zeros"), translated("blocked")},
      .rows = {},
      .n_left_aligned = 2};
  for (const Stage* stage : stages) {
    const Facts facts = facts_of(*stage);
    const Statistics& s = facts.statistics;
    const auto write = [&layout](double x) {
      return NumberFormat(arma::mat(1, 1, arma::fill::value(x)), layout)(x);
    };
    Row row{stage_name(*stage), fmt::format("{} x {}", stage->value.n_rows, stage->value.n_cols)};
    if (s.n_cells == 0)
      row.insert(row.end(), 4, "-");
    else
      row.insert(row.end(),
                 {write(s.min), write(s.max), write(s.mean), write(s.standard_deviation)});
    row.push_back(std::to_string(facts.n_zeros));
    row.push_back(std::to_string(facts.n_blocked));
    table.rows.push_back(row);
  }
  return title_text(trace, layout) + "\n" + table_text(table, layout.width);
}

}  // namespace attn
