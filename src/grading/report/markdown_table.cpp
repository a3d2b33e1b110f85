#include "grading/report/markdown_table.hpp"

#include <algorithm>
#include <cmath>

#include "grading/report/harmless_text.hpp"
#include "render/text/cut_label.hpp"
#include "render/text/display_width.hpp"

namespace attn {
namespace {

constexpr unsigned kLeastWidth = 3;  // of the dashes below a heading
constexpr unsigned kWidestCell = 40;

std::string aligned_row(const std::vector<std::string>& cells, const MarkdownTable& table,
                        const std::vector<unsigned>& widths) {
  std::string row = "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    row += " " +
           (table.columns[i].is_number ? pad_left(cells[i], widths[i])
                                       : pad_right(cells[i], widths[i])) +
           " |";
  return row + "\n";
}

std::string rule_of(bool is_number, unsigned width) {
  return is_number ? std::string(width - 1, '-') + ":" : std::string(width, '-');
}

}  // namespace

std::string markdown_table(const MarkdownTable& table) {
  std::vector<std::string> headings, rules;
  std::vector<unsigned> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    headings.push_back(table.columns[i].heading);
    widths.push_back(std::max(kLeastWidth, display_width(headings.back())));
    for (const std::vector<std::string>& row : table.rows)
      if (!table.columns[i].is_prose)
        widths.back() = std::max(widths.back(), display_width(row.at(i)));
    rules.push_back(rule_of(table.columns[i].is_number, widths.back()));
  }
  std::string text = aligned_row(headings, table, widths) + aligned_row(rules, table, widths);
  for (const std::vector<std::string>& row : table.rows) text += aligned_row(row, table, widths);
  return text;
}

std::string bar_of(double part, double whole) {
  constexpr std::size_t kSigns = 20;
  const double share = whole > 0.0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
  const auto filled = static_cast<std::size_t>(std::lround(share * kSigns));
  return std::string(filled, '#') + std::string(kSigns - filled, '-');
}

std::string prose_cell_of(const std::string& text) { return markdown_text(harmless_line(text)); }

std::string cell_text_of(const std::string& text) {
  return markdown_text(cut_label(harmless_line(text), kWidestCell, "…"));
}

}  // namespace attn
