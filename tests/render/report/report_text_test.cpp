#include "render/report/report.hpp"
#include "support/catch.hpp"

namespace {

Table numbered_rows(std::size_t n) {
  Table table;
  for (std::size_t i = 0; i < n; ++i) table.rows.push_back({cell::bare(i)});
  return table;
}

TEST_CASE("elide_rows: the middle of a long table") {
  Table table = numbered_rows(10);
  elide_rows(table, 4);
  REQUIRE(table.rows.size() == 5);
  CHECK(std::get<cell::Whole>(table.rows[1][0]).number == 1);
  CHECK(std::get<cell::Gap>(table.rows[2][0]).n_rows == 6);
  CHECK(std::get<cell::Whole>(table.rows[3][0]).number == 8);
  CHECK(table.note == ".. rows left out: 6 of 10");
}

TEST_CASE("elide_rows: headings stay, and a short table does") {
  Table table = numbered_rows(5);
  elide_rows(table, 4, 1);
  CHECK(table.rows.size() == 5);
  CHECK(table.note.empty());
}

Report small_report() {
  Report report{.name = "small", .title = {.command = "complexity"}};
  report.title.append("by hand");
  report.say(ReportWords::Kind::where, "d = 8", false);
  report.add(Table{.id = "seen", .rows = {{cell::bare(1)}}}, Report::Place::screen);
  report.add(Table{.id = "kept", .rows = {{cell::bare(2)}}}, Report::Place::page);
  report.say_all(ReportWords::Kind::note, {"One.", "Another."});
  report.say(ReportWords::Kind::warning, "Beware.", false, 0);
  return report;
}

TEST_CASE("report_text: words stand where they belong, and none where none are wanted") {
  CHECK(report_text(small_report(), {}) ==
        " complexity   by hand\n   where   d = 8\n\n seen\n\n   1\n\n   note   One.\n"
        "   note   Another.\n   warning   Beware.\n");
  CHECK(report_text(small_report(), {.explain = 0}) == " seen\n\n   1\n   warning   Beware.\n");
  Report titled = small_report();
  titled.keeps_title = true;
  CHECK(report_text(titled, {.explain = 0}).starts_with(" complexity   by hand\n\n seen\n"));
}

TEST_CASE("report_text: those who ask for more words get more") {
  Report report;
  report.pieces.push_back({.what = ReportWords{ReportWords::Kind::why, "Less.", "More."}});
  CHECK(report_text(report, {.explain = 1}) == "   why   Less.\n");
  CHECK(report_text(report, {.explain = 2}) == "   why   Less. More.\n");
}

TEST_CASE("report_text: terms stand beside their texts, or before them") {
  Report report;
  report.add(Terms{.rows = {{"T", "tokens"}, {"d_k", "width"}}, .least_width = 40});
  CHECK(report_text(report, {.width = 80}) == "   T     tokens\n   d_k   width\n");
  CHECK(report_text(report, {.width = 40}) == "   T: tokens\n   d_k: width\n");
}

TEST_CASE("page_tables, page_plots, words_of: what other forms show") {
  Report report = small_report();
  report.add(PlottedTable{.plot = {.x_name = "n", .y_name = "s"}, .table = {.id = "plotted"}});
  report.add(PlottedTable{}, Report::Place::screen);
  REQUIRE(page_tables(report).size() == 2);
  CHECK(page_tables(report)[0].id == "kept");
  CHECK(page_tables(report)[1].id == "plotted");
  REQUIRE(page_plots(report).size() == 1);
  CHECK(page_plots(report)[0].x_name == "n");
  CHECK(words_of(report, ReportWords::Kind::note) == std::vector<std::string>{"One.", "Another."});
}

TEST_CASE("record_text: a field that is not there leaves its tab") {
  CHECK(record_text({"a", "b", "", "", "7", ""}) == "a\tb\t\t\t7\t\n");
}

}  // namespace
