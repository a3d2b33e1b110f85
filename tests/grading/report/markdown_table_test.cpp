#include "grading/report/markdown_table.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("markdown_table: columns are aligned, numbers to the right",
          "[grading][markdown_table]") {
  CHECK(markdown_table({{{"Name"}, {"N", true}}, {{"猫が", "7"}, {"a", "1000"}}}) ==
        "| Name |    N |\n"
        "| ---- | ---: |\n"
        "| 猫が |    7 |\n"
        "| a    | 1000 |\n");
  CHECK(markdown_table({{{"A"}, {"B", true}}}) == "| A   |   B |\n| --- | --: |\n");
}

TEST_CASE("markdown_table: prose is whole and makes no other row longer",
          "[grading][markdown_table]") {
  const std::string question(100, 'x');
  CHECK(markdown_table({{{"Name"}, {.heading = "Question", .is_prose = true}},
                        {{"a", prose_cell_of(question)}, {"b", prose_cell_of("y|\nz")}}}) ==
        "| Name | Question |\n"
        "| ---- | -------- |\n"
        "| a    | " +
            question +
            " |\n"
            "| b    | y\\|␤z    |\n");
}

TEST_CASE("bar_of: a share of twenty signs", "[grading][markdown_table]") {
  CHECK(bar_of(3, 4) == "###############-----");
  CHECK(bar_of(0, 4) == "--------------------");
  CHECK(bar_of(4, 4) == "####################");
  CHECK(bar_of(1, 0) == "--------------------");
}

TEST_CASE("cell_text_of: no cell makes a table too wide, or ends itself",
          "[grading][markdown_table]") {
  CHECK(cell_text_of("a|b") == "a\\|b");
  CHECK(cell_text_of("a\nb") == "a␤b");
  CHECK(cell_text_of(std::string(100, 'x')) == std::string(39, 'x') + "…");
}
