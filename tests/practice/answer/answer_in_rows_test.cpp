#include "practice/answer/answer_in_rows.hpp"

#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

AnswerInRows rows_of(const std::string& field, arma::uword n_rows, arma::uword n_cols,
                     const std::string& typed = "") {
  AnswerContext context;
  context.n_rows = n_rows;
  context.n_cols = n_cols;
  return {practice_exercise().field(field), context, typed};
}

}  // namespace

TEST_CASE("AnswerInRows: a matrix is whole with its last row", "[practice][answer]") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  CHECK(rows.next_row() == 1);
  CHECK(rows.add(" 2 2 ").empty());
  CHECK(rows.next_row() == 2);
  CHECK_FALSE(rows.is_whole());
  CHECK(rows.add("1/2, 2").empty());
  CHECK(rows.is_whole());
  CHECK(rows.text() == "2 2\n1/2, 2");
}

TEST_CASE("AnswerInRows: what is no row is refused at once, by its own place",
          "[practice][answer]") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  REQUIRE(rows.add("2 2").empty());
  CHECK(rows.add("1 x").find("Row 2, column 2") != std::string::npos);
  CHECK(rows.add("1 2 3") == "Row 2: 2 numbers were expected, and 3 were given.");
  CHECK_FALSE(rows.add("quit").empty());
  CHECK(rows.text() == "2 2");
  AnswerInRows first = rows_of("scores", 2, 2);
  CHECK(first.add("1") == "Row 1: 2 numbers were expected, and 1 were given.");
  CHECK(first.is_empty());
}

TEST_CASE("AnswerInRows: several rows at once are the whole answer", "[practice][answer]") {
  for (const char* text :
       {"2 2; 1 2", "[[2, 2], [1, 2]]", "tensor([[2, 2], [1, 2]])", "(2 2) (1 2)", "2 2 | 1 2"}) {
    AnswerInRows rows = rows_of("scores", 2, 2);
    CHECK(rows.add(text).empty());
    CHECK(rows.is_whole());
    CHECK(rows.text() == text);
  }
  AnswerInRows begun = rows_of("scores", 2, 2, "9 9");
  CHECK(begun.add("2 2; 1 2").empty());  // pasted after all
  CHECK(begun.text() == "2 2; 1 2");
}

TEST_CASE("AnswerInRows: a row may stand in brackets or parentheses", "[practice][answer]") {
  for (const char* row : {"[1, 2],", "(1 2)", "（1　2）"}) {
    AnswerInRows rows = rows_of("scores", 2, 2, "2 2");
    CHECK(rows.add(row).empty());
    CHECK(rows.is_whole());
  }
  AnswerInRows rows = rows_of("scores", 2, 2, "2 2");
  CHECK(rows.add("(1 + 1) (2)").empty());  // two cells
}

TEST_CASE("AnswerInRows: a semicolon may end each row", "[practice][answer]") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  CHECK(rows.add("2 2;").empty());
  CHECK_FALSE(rows.is_whole());
  CHECK(rows.next_row() == 2);
  CHECK(rows.add("1 2 ;").empty());
  CHECK(rows.is_whole());
  CHECK(rows.text() == "2 2\n1 2");
}

TEST_CASE("AnswerInRows: brackets may be closed later", "[practice][answer]") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  rows.add("[[2, 2],");
  CHECK_FALSE(rows.is_whole());
  rows.add(" [1, 2]]");
  CHECK(rows.is_whole());
}

TEST_CASE("AnswerInRows: an empty line ends no matrix early, and rows can be taken back",
          "[practice][answer]") {
  AnswerInRows rows = rows_of("scores", 3, 2);
  CHECK(rows.add("").empty());
  CHECK_FALSE(rows.is_whole());  // nothing is no answer
  rows.add("2 2");
  rows.add("1 2");
  CHECK(rows.take_back());
  CHECK(rows.text() == "2 2");
  CHECK(rows.add("") == "Row 2 of 3 comes next.");
  CHECK_FALSE(rows.is_whole());
  CHECK(rows.take_back());
  CHECK_FALSE(rows.take_back());
  rows.add("[[2, 2],");
  CHECK(rows.add("").empty());
  CHECK(rows.is_whole());  // a bracket that was left open: what is wrong with it is told then
}

TEST_CASE("AnswerInRows: a column may be typed as one row, and anything else is one line",
          "[practice][answer]") {
  AnswerInRows column = rows_of("scores", 3, 1);
  CHECK(column.add("1 2 3").empty());
  CHECK(column.is_whole());
  AnswerInRows row = rows_of("scores", 1, 4);
  CHECK(row.next_row() == 0);
  CHECK(row.add("1 2").empty());
  CHECK(row.is_whole());
}

TEST_CASE("AnswerInRows: goes on after the rows of before", "[practice][answer]") {
  AnswerInRows rows = rows_of("scores", 3, 2, "2 2\n1 2");
  CHECK(rows.next_row() == 3);
  CHECK(rows.lines() == std::vector<std::string>{"2 2", "1 2"});
  CHECK(rows_of("scores", 2, 2, "2 2; 1 2").is_whole());
}

TEST_CASE("AnswerInRows: a row may have brackets, and Japanese signs part rows",
          "[practice][answer]") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  CHECK(rows.add("[2, 2],").empty());
  CHECK(rows.next_row() == 2);
  CHECK(rows.add("［1 2］").empty());
  CHECK(rows.is_whole());
  CHECK(rows.text() == "2, 2\n1 2");
  AnswerInRows wide = rows_of("scores", 2, 2);
  CHECK(wide.add("2 2；1 2").empty());
  CHECK(wide.text() == "2 2;1 2");
  AnswerInRows short_one = rows_of("scores", 2, 2);
  CHECK(short_one.add("[2]") == "Row 1: 2 numbers were expected, and 1 were given.");
}

TEST_CASE("AnswerInRows: a bracket of one row may be closed on the next line",
          "[practice][answer]") {
  AnswerInRows rows = rows_of("scores", 1, 3);
  CHECK(rows.add("[2, 2").empty());
  CHECK(rows.has_open_bracket());
  CHECK_FALSE(rows.is_whole());
  AnswerInRows again = rows_of("scores", 1, 3, rows.text());  // as the next sitting finds it
  CHECK_FALSE(again.is_whole());
  CHECK(again.add("1]").empty());
  CHECK(again.is_whole());
  CHECK(again.text() == "[2, 2 1]");
}

TEST_CASE("AnswerInRows: a whole matrix takes the place of rows, a bracket among rows is a row",
          "[practice][answer]") {
  AnswerInRows anew = rows_of("scores", 2, 2, "9 9");
  CHECK(anew.add("[[2, 2],").empty());
  CHECK(anew.add("[1, 2]]").empty());
  CHECK(anew.text() == "[[2, 2],\n[1, 2]]");
  CHECK(anew.is_whole());
  AnswerInRows mixed = rows_of("scores", 2, 2, "2 2");
  CHECK_FALSE(mixed.add("[0, 1]/x").empty());
  CHECK(mixed.lines().size() == 1);
}

TEST_CASE("AnswerInRows: a list in a bracket goes on in the next line", "[practice][answer]") {
  AnswerInRows pairs = rows_of("strongest", 0, 0);
  CHECK(pairs.add("[cat->sat,").empty());
  CHECK(pairs.add("sat->cat]").empty());
  CHECK(pairs.is_whole());
  CHECK(pairs.text() == "[cat->sat, sat->cat]");
}
