#include "render/page/table_data.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("table_data: cells are what people read") {
  const Table table{.id = "measures",
                    .title = "What is measured",
                    .columns = {{"name", "measure"}, {"after", "after"}},
                    .rows = {{cell::Text{"accuracy", "accuracy"}, cell::Real{.value = 0.25}},
                             {cell::name("n"), cell::Missing{"-"}}},
                    .note = "A note."};
  Layout layout;
  const nlohmann::ordered_json data = table_data(table, layout);
  CHECK(data["columns"] == nlohmann::ordered_json{"measure", "after"});
  CHECK(data["rows"][0][1] == "0.250");
  CHECK(data["rows"][1][1] == "-");
  CHECK(data["note"] == "A note.");
  CHECK(tables_data({table, table}, layout).size() == 2);
}
