#include "trace/table.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"

using nlohmann::json;

namespace {

Table with_cell(const TableCell& cell) {
  return {.id = "t", .columns = {{"name"}, {"value"}}, .rows = {{cell::name("row"), cell}}};
}

// The cell as table_json writes it.
std::string in_json(const TableCell& cell) {
  return table_json(with_cell(cell))["rows"][0]["value"].dump();
}

// The last field of its record.
std::string in_record(const TableCell& cell) {
  const std::string records = table_records(with_cell(cell));
  return records.substr(records.rfind('\t') + 1, records.size() - records.rfind('\t') - 2);
}

void check(const TableCell& cell, const std::string& as_json, const std::string& as_record) {
  CHECK(in_json(cell) == as_json);
  CHECK(in_record(cell) == as_record);
}

}  // namespace

TEST_CASE("table_json, table_records: numbers are numbers, texts are ids") {
  check(cell::Text{"total", "合計"}, "\"total\"", "total");
  check(cell::Missing{"any"}, "null", "");
  check(cell::Whole{1048576}, "1048576", "1048576");
  check(cell::Whole{Count("9007199254740993")}, "\"9007199254740993\"", "9007199254740993");
  check(cell::Real{2.0}, "2", "2");
  check(cell::Real{0.1}, "0.1", "0.1");
  check(cell::Real{std::numeric_limits<double>::quiet_NaN()}, "null", "nan");
  check(cell::Real{.below = 1e-12}, "0", "0");
  check(cell::Numbers{{cell::bare(0), cell::Real{0.5}}}, "[0,0.5]", "0 0.5");
  check(cell::Quantity{.number = 1536, .unit = {"KiB", 1024}}, "1536", "1536");
  check(cell::Share{0.125}, "0.125", "0.125");
}

TEST_CASE("table_json: a row has the ids of the columns, whatever their headings") {
  const Table table{.id = "pairs",
                    .title = "Pairs.",
                    .columns = {{"pair", "組"}, {"wavelength", "波長"}},
                    .rows = {{cell::bare(0), cell::Real{6.25}}, {cell::bare(1)}},
                    .note = "All of them."};
  CHECK(json_of(table_json(table).dump()) == json_of(R"({"id": "pairs", "title": "Pairs.",
      "columns": ["pair", "wavelength"],
      "rows": [{"pair": 0, "wavelength": 6.25}, {"pair": 1, "wavelength": null}],
      "note": "All of them."})"));
  CHECK(table_records(table) ==
        "pairs\t\t0\t0\t0\tpair\t0\n"
        "pairs\t\t0\t1\t0\twavelength\t6.25\n"
        "pairs\t\t1\t0\t1\tpair\t1\n"
        "pairs\t\t1\t1\t1\twavelength\t\n");
}

TEST_CASE("table_json, table_records: rows left out are counted") {
  const Table table{
      .id = "t", .columns = {{"n"}}, .rows = {{cell::bare(0)}, {cell::Gap{7}}, {cell::bare(8)}}};
  const json document = json_of(table_json(table).dump());
  CHECK(document["rows"] == json_of(R"([{"n": 0}, {"n": 8}])"));
  CHECK(document["rows_left_out"] == 7);
  CHECK(table_records(table) == "t\t\t0\t0\t0\tn\t0\nt\t\t8\t0\t8\tn\t8\n");
}

TEST_CASE("table_records: a tab in a text begins no field") {
  CHECK(in_record(cell::name("a\tb")) == "a b");
}

TEST_CASE("table_records: a bar is the number that it stands for") {
  CHECK(in_record(cell::Bar{0.25}) == "0.25");
  const Table table{.id = "t", .columns = {{"bar"}}, .rows = {{cell::Bar{0.25}}}};
  CHECK(json_of(table_json(table).dump())["rows"] == json_of(R"([{"bar": 0.25}])"));
}
