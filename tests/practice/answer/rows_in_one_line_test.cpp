#include "practice/answer/rows_in_one_line.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const AnswerContext kTwoRowsAsked{.n_rows = 2, .n_cols = 2};

AnswerContext row_of_three_words() {
  AnswerContext context{.n_rows = 1, .n_cols = 3};
  context.col_labels = {"The", "cat", "the"};
  return context;
}

}  // namespace

TEST_CASE("rows_in_one_line: rows between strokes and bars, and in parentheses",
          "[practice][rows_in_one_line]") {
  for (const char* text : {"1 0 / 1 1", "1 0 | 1 1", "| 1, 0 | 1, 1 |", "(1 0) (1 1)",
                           "(1, 0), (1, 1)", "(1 0); (1 1)", "(1 0)\n(1 1)"})
    CHECK(rows_in_one_line(text, kTwoRowsAsked) == "1 0; 1 1");
}

TEST_CASE("rows_in_one_line: what has another size stays", "[practice][rows_in_one_line]") {
  for (const char* text : {"1 / 2 1; 1 1", "1 0; 1 1", "1 0 | 1 1 | 0 0", "(1 0) (1)", "(1 + 2)",
                           "(1 0) (1 (1))", "(1 0", "[1 0] [1 1]", "1 / 2", "x 1 y 2"})
    CHECK(rows_in_one_line(text, kTwoRowsAsked) == text);
}

TEST_CASE("rows_in_one_line: the cells of one row between bars or behind names",
          "[practice][rows_in_one_line]") {
  for (const char* text :
       {"1 | 0.5 | 0", "|1|0.5|0|", "The: 1, cat: 0.5, the: 0", "The=1 cat=0.5 the=0",
        "The 1 cat 0.5 the 0", "k1 = 1; k2 = 0.5; k3 = 0", "q0:1 q1:0.5 q2:0", "x=1 y=0.5 z=0"})
    CHECK(rows_in_one_line(text, row_of_three_words()) == "1, 0.5, 0");
  for (const char* text :
       {"a=1 b=0.5 c=0", "k2=1 k1=0.5 k3=0", "The: 1, cat: 0.5", "1 0.5 0", "0,1; 1,5; 2,7"})
    CHECK(rows_in_one_line(text, row_of_three_words()) == text);
}

TEST_CASE("rows_in_one_line: one row or column in parentheses", "[practice][rows_in_one_line]") {
  for (const char* text : {"(1 0.5 0)", "((1 0.5 0))", "(1, 0.5, 0)"})
    CHECK(rows_in_one_line(text, row_of_three_words()) == "1, 0.5, 0");
  CHECK(rows_in_one_line("(1 0)", {.n_rows = 2, .n_cols = 1}) == "1, 0");
  CHECK(rows_in_one_line("(1 0)", row_of_three_words()) == "(1 0)");
  CHECK(rows_in_one_line("((1 0) (1 1))", kTwoRowsAsked) == "1 0; 1 1");
}

TEST_CASE("rows_in_one_line: the names of the columns in another order are refused",
          "[practice][rows_in_one_line][error]") {
  CHECK(refusal([] {
          rows_in_one_line("cat: 1, The: 0.5, the: 0", row_of_three_words());
        }).find("another order") != std::string::npos);
}

TEST_CASE("has_decimal_commas: only where commas as points give what is asked for",
          "[practice][rows_in_one_line]") {
  for (const char* text : {"0,1; 0,2; 0,7", "0,1, 0,2, 0,7", "[0,1 0,2 0,7]", "0,1\n0,2\n0,7"})
    CHECK(has_decimal_commas(text, row_of_three_words()));
  for (const char* text : {"1, 0, 1", "0.1,2; 3", "1,0; 0,1", "1,2,3", "1 2 3", ""})
    CHECK_FALSE(has_decimal_commas(text, row_of_three_words()));
}
