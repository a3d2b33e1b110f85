#include "render/page/costs_page.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("costs_page: one file with its script, its data, and tables in its place") {
  const Table table{
      .id = "t", .title = "What is <learned>", .columns = {{"a", "a"}}, .rows = {{cell::Whole{5}}}};
  const std::string html = costs_page({{"title", {{"en", "by </script>"}, {"ja", "x"}}}},
                                      {"--d-model", "8"}, {table}, "en");
  CHECK(html.find("<title>attn complexity by &lt;/script&gt;</title>") != std::string::npos);
  CHECK(html.find("<noscript>") < html.find("What is &lt;learned&gt;"));
  CHECK(html.find("\"words\":[\"--d-model\",\"8\"]") != std::string::npos);
  CHECK(html.find("default-src 'none'") != std::string::npos);
}
