#include "render/page/learning_page.hpp"

#include <nlohmann/json.hpp>

#include "render/html/html_page.hpp"
#include "render/page/plain_tables.hpp"
#include "render/text/json_document.hpp"

namespace attn {

std::string learning_page(nlohmann::ordered_json data, const std::vector<std::string>& words,
                          const std::vector<Table>& tables, const std::string& language) {
  data["command"] = {{"name", "learn"}, {"words", words}};
  const std::string title = "attn learn " + data["title"].get<std::string>();
  return html_document({.language = language,
                        .title = title,
                        .style = page_style(),
                        .script = learning_script(),
                        .body = body_for_script(without_script(title, tables)),
                        .data = compact_json(data)});
}

}  // namespace attn
