#include "render/page/counted_page.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("counted_page_data: curves are digits, and tables are text") {
  const CountedPage page{
      .title = "gpt2",
      .plots = {{.x_name = "n_layers",
                 .y_name = "FLOP",
                 .places = {1, 2},
                 .curves = {{"the rest", {Count("123456789012345678901"), 7}}},
                 .marks = {2}}},
      .sentences = {"One overtakes the other."},
      .tables = {{.id = "sweep", .columns = {{"n"}}, .rows = {{cell::Whole{1234}}}}}};
  const nlohmann::ordered_json data = counted_page_data(page);
  CHECK(data["kind"] == "tables");
  CHECK(data["plots"][0]["curves"][0]["values"][0] == "123456789012345678901");
  CHECK(data["plots"][0]["marks"][0] == "2");
  CHECK(data["tables"][0]["rows"][0][0] == "1,234");
  CHECK(data["sentences"].size() == 1);
}
