#include "render/costs/costs.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Table numbered_rows(std::size_t n) {
  Table table;
  for (std::size_t i = 0; i < n; ++i) table.rows.push_back({cell::bare(i)});
  return table;
}

}  // namespace

TEST_CASE("elide_rows: the middle of a long table", "[render][elided_rows]") {
  Table table = numbered_rows(10);
  elide_rows(table, 4);
  REQUIRE(table.rows.size() == 5);
  CHECK(std::get<cell::Whole>(table.rows[1][0]).number == 1);
  CHECK(std::get<cell::Gap>(table.rows[2][0]).n_rows == 6);
  CHECK(std::get<cell::Whole>(table.rows[3][0]).number == 8);
  CHECK(table.note == ".. rows left out: 6 of 10");
}

TEST_CASE("elide_rows: headings stay, and a short table does", "[render][elided_rows]") {
  Table table = numbered_rows(5);
  elide_rows(table, 4, 1);
  CHECK(table.rows.size() == 5);
  CHECK(table.note.empty());
}
