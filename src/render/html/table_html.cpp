#include "render/html/table_html.hpp"

#include <fmt/format.h>

#include "render/html/html_text.hpp"
#include "render/layout.hpp"
#include "render/text/cell_text.hpp"

namespace attn {
namespace {

// What stands to the right, as numbers do.
const char* class_of(const Table& table, std::size_t column) {
  return column < table.n_text_columns ? "" : " class=\"number\"";
}

std::string heading_row(const Table& table) {
  if (!table.has_headings()) return "";
  std::string row = "<thead><tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    row += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(table, i),
                       html_text(table.columns[i].title));
  return row + "</tr></thead>\n";
}

std::string row_of(const Table& table, const TableRow& cells) {
  std::string row = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string text = html_text(cell_text(cells[i], Layout{}));
    row += i == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", class_of(table, i), text)
                  : fmt::format("<td{}>{}</td>", class_of(table, i), text);
  }
  return row + "</tr>\n";
}

}  // namespace

std::string table_html(const Table& table) {
  std::string html = "<table class=\"facts\">\n";
  if (const std::string& caption = table.title.empty() ? table.id : table.title; !caption.empty())
    html += fmt::format("<caption>{}</caption>\n", html_text(caption));
  html += heading_row(table) + "<tbody>\n";
  for (const TableRow& row : table.rows) html += row_of(table, row);
  html += "</tbody></table>\n";
  return table.note.empty()
             ? html
             : html + fmt::format("<p class=\"note\">{}</p>\n", html_text(table.note));
}

}  // namespace attn
