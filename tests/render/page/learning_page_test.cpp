#include "render/page/learning_page.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_page: one file with its data and the command") {
  const std::string html = learning_page({{"title", "copy"}}, {"copy", "--steps", "20"}, {}, "ja");
  CHECK(html.find("<html lang=\"ja\">") != std::string::npos);
  CHECK(html.find("<title>attn learn copy</title>") != std::string::npos);
  CHECK(html.find("\"words\":[\"copy\",\"--steps\",\"20\"]") != std::string::npos);
}
