#include "render/page/plain_tables.hpp"

#include <fmt/format.h>

#include "base/message.hpp"
#include "render/html/html_text.hpp"
#include "render/html/table_html.hpp"

namespace attn {
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
