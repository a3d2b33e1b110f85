#include "render/page/plain_tables.hpp"

#include <fmt/format.h>

#include "base/message.hpp"
#include "render/html/html_text.hpp"
#include "render/text/cell_text.hpp"

namespace attn {
namespace {

std::string row_html(const TableRow& row) {
  std::string html = "<tr>";
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string text = html_text(cell_text(row[i], Layout{}));
    html += i == 0 ? fmt::format("<th scope=\"row\"><bdi>{}</bdi></th>", text)
                   : fmt::format("<td>{}</td>", text);
  }
  return html + "</tr>\n";
}

std::string table_html(const Table& table) {
  std::string html =
      fmt::format("<table class=\"facts\"><caption>{}</caption>\n<tr>", html_text(table.title));
  for (const Column& column : table.columns)
    html += fmt::format("<th scope=\"col\">{}</th>", html_text(column.title));
  html += "</tr>\n";
  for (const TableRow& row : table.rows) html += row_html(row);
  html += "</table>\n";
  return table.note.empty() ? html : html + fmt::format("<p>{}</p>\n", html_text(table.note));
}

}  // namespace

std::string plain_tables(const std::vector<Table>& tables) {
  std::string html;
  for (const Table& table : tables) html += table_html(table);
  return html;
}

std::string without_script(const std::string& title, const std::vector<Table>& tables) {
  return fmt::format(
      "<noscript>\n<h1><bdi>{}</bdi></h1>\n<p>{}</p>\n{}</noscript>\n", html_text(title),
      html_text(translated("Without a script this page shows its main tables alone.")),
      plain_tables(tables));
}

}  // namespace attn
