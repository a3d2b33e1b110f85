#include "render/page/plain_tables.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("without_script: a name, a sentence and every table") {
  const Table first{.id = "a", .title = "First & last", .rows = {{cell::Whole{1}}}};
  const Table second{.id = "b", .title = "Second", .rows = {{cell::name("<b>")}}};
  const std::string html = without_script("attn learn <copy>", {first, second});
  CHECK(html.starts_with("<noscript>"));
  CHECK(html.find("attn learn &lt;copy&gt;") != std::string::npos);
  CHECK(html.find("First &amp; last") < html.find("Second"));
  CHECK(html.find("&lt;b&gt;") != std::string::npos);
  CHECK(html.find(plain_tables({second})) != std::string::npos);
}
