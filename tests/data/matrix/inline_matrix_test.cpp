#include "data/matrix/inline_matrix.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

arma::mat typed(const std::string& text) { return read_inline(text, "--q"); }

std::string inline_refusal(const std::string& text) {
  return refusal([&] { typed(text); });
}

}  // namespace

TEST_CASE("looks_inline: numbers and their separators are a matrix", "[data][inline_matrix]") {
  for (const char* text :
       {"1",    "1 0; 0 1",        "1,2;3,4", "-1.5e-3", "+1\t2",      "\u22121", "1;;",
        "１",   "１ ０；ー１　２", "0・5 1",  "1/3 1",   "３分の１ 1", "0·5 1",   "-1/2",
        "True", "true FALSE; 1 0", "1|2;3|4", "1｜2",    "10% 2",      "１０％",  "½",
        "-⅓ 1"})
    CHECK(looks_inline(text));
}

TEST_CASE("looks_inline: a path is not a matrix", "[data][inline_matrix]") {
  for (const char* text :
       {"",       "q.csv",    "1.csv", "./1",           "/1", "e",    "-",       ";",    "e.e",
        "1:2",    "1\n2",     "nan 1", "weights.npz:1", "・", "../1", "1/../2x", "分の", "true.csv",
        "truest", "untrue 1", "eTrue", "falsee 1"})
    CHECK_FALSE(looks_inline(text));
}

TEST_CASE("read_inline: semicolons end rows", "[data][inline_matrix]") {
  CHECK(difference(typed("1 0; 0 1; 1 1"), {{1, 0}, {0, 1}, {1, 1}}, 0) == "");
  CHECK(difference(typed("1 2 3"), {{1, 2, 3}}, 0) == "");
  CHECK(difference(typed("1;2;3"), arma::vec{1, 2, 3}, 0) == "");
  CHECK(difference(typed("7"), arma::vec{7}, 0) == "");
}

TEST_CASE("read_inline: True and False are 1 and 0", "[data][inline_matrix]") {
  CHECK(difference(typed("True false; 0.5,TRUE"), {{1, 0}, {0.5, 1}}, 0) == "");
}

TEST_CASE("read_inline: full-width characters, and every kind of minus", "[data][inline_matrix]") {
  CHECK(difference(typed("１ ０；ー１　２．５"), {{1, 0}, {-1, 2.5}}, 0) == "");
  CHECK(difference(typed("−1、–2,－3"), {{-1, -2, -3}}, 0) == "");
  CHECK(refusal([] { read_inline("0・5 1", "--q"); }) ==
        "--q: cell [0, 0] (counted from 0): a number was expected, but '0・5' was given. Write "
        "decimals with a point, as in 1.5.");
}

TEST_CASE("read_inline: spaces and commas separate cells alike", "[data][inline_matrix]") {
  for (const char* text :
       {"1 -2;0.5 1e3", "1,-2;0.5,1e3", " 1 , -2 ;\t0.5\t,1e3 ; ", "1   \u22122 ; .5,+1000;"})
    CHECK(difference(typed(text), {{1, -2}, {0.5, 1000}}, 0) == "");
}

TEST_CASE("read_inline: fractions, as answers have them", "[data][inline_matrix]") {
  CHECK(difference(typed("1/4 -1/2; ２分の１ ー３／４"), {{0.25, -0.5}, {0.5, -0.75}}, 0) == "");
  CHECK(inline_refusal("1/0 1").starts_with("--q: cell [0, 0] (counted from 0): a number was"));
  CHECK(inline_refusal("2·5 1").ends_with("Write decimals with a point, as in 1.5."));
}

TEST_CASE("read_inline: a blank that may part thousands", "[data][inline_matrix][error]") {
  CHECK(inline_refusal("1 024 2; 3 4 5") ==
        "--q: row 0 (counted from 0): '1 024' may be 1024 or two numbers: write 1024, or 1 24.");
  CHECK(inline_refusal("-12 000").ends_with("write -12000, or -12 0."));
  CHECK(inline_refusal("1 024.5; 2 048.5").ends_with("write 1024.5, or 1 24.5."));
  CHECK(inline_refusal("1 000.25").ends_with("write 1000.25, or 1 0.25."));
  CHECK(difference(typed("1 0.5 02.5 0e1"), {{1, 0.5, 2.5, 0}}, 0) == "");
  CHECK(difference(typed("1, 024; 01 002"), {{1, 24}, {1, 2}}, 0) == "");
}

TEST_CASE("has_mostly_numbers: a matrix with a mistake in it, and no name",
          "[data][inline_matrix]") {
  for (const char* text : {"½ 2; 3 4", "1_0 2", "nan 1", "1% 2%; 3 4"})
    CHECK(has_mostly_numbers(text));
  for (const char* text : {"½", "1_0", "my data 2", "", "./1"})
    CHECK_FALSE(has_mostly_numbers(text));
}

TEST_CASE("read_inline: a comma that may be inside a number", "[data][inline_matrix][error]") {
  for (const char* text : {"1,000 2; 3 4", "1,000, 2; 3, 4", "1,000;2,500", "１，０００ 2; 3 4"}) {
    CAPTURE(text);
    CHECK(inline_refusal(text) ==
          "--q: row 0 (counted from 0): '1,000' may be 1000 or 1.000: write one of these.");
  }
  CHECK(inline_refusal("1 0; 0,5 1") ==
        "--q: row 1 (counted from 0): '0,5 1' has commas as well as spaces between its numbers. "
        "Write decimals with a point, as in 1.5. Separate the numbers in one way.");
  for (const char* text : {"1;0,05", "1;0,05;0,25", "1 2; 0,05 1", "1;０，０５", "1,2;3,0,05,1"}) {
    CAPTURE(text);
    CHECK(inline_refusal(text) ==
          "--q: row 1 (counted from 0): a number was expected, but '0,05' was given. Write "
          "decimals with a point, as in 1.5.");
  }
  for (const char* text : {"0,001", "1,05", "-12,00", "1000,000"}) {
    CAPTURE(text);
    CHECK(inline_refusal(text).ends_with("Write decimals with a point, as in 1.5."));
  }
  CHECK(difference(typed("1, 05;0,0.05;0,0e1;0,0"), {{1, 5}, {0, 0.05}, {0, 0}, {0, 0}}, 0) == "");
  CHECK(difference(typed("0,5;1,100;1,0"), {{0, 5}, {1, 100}, {1, 0}}, 0) == "");
}

TEST_CASE("read_inline: refuses rows of different lengths", "[data][inline_matrix][error]") {
  CHECK(inline_refusal("1 0; 0") ==
        "--q: all rows must be equally long, and row 0 (counted from 0) has cells: 2, but row 1 "
        "(counted from 0) has cells: 1. Add the missing cells or delete the extra ones.");
  CHECK(inline_refusal("1;;2").starts_with("--q: all rows must be equally long"));
}

TEST_CASE("read_inline: refuses empty cells", "[data][inline_matrix][error]") {
  CHECK(inline_refusal("1 0; 0,,1") ==
        "--q: cell [1, 1] (counted from 0): the cell is empty. Write a number there; write 0 if "
        "zero is meant.");
  CHECK(inline_refusal(",1").starts_with("--q: cell [0, 0] (counted from 0): the cell is empty."));
  CHECK(inline_refusal("1,").starts_with("--q: cell [0, 1] (counted from 0): the cell is empty."));
}

TEST_CASE("read_inline: refuses what is no number", "[data][inline_matrix][error]") {
  CHECK(inline_refusal("1 2; 3 4-5") ==
        "--q: cell [1, 1] (counted from 0): a number was expected, but '4-5' was given. Cells are "
        "separated by spaces or commas, rows by semicolons.");
  CHECK(inline_refusal("1e999").find("every cell must be a finite number, and '1e999' was given") !=
        std::string::npos);
}

TEST_CASE("read_inline: refuses a text without cells", "[data][inline_matrix][error]") {
  for (const char* text : {"", " ", ";", ";;"}) {
    CAPTURE(text);
    CHECK(inline_refusal(text).starts_with("--q: a matrix was expected, but there is not one"));
  }
}

TEST_CASE("read_inline: cells as in CSV", "[data][inline_matrix]") {
  for (const char* text : {"1|2;3|4", "1｜2；3｜4", " 1 | 2 ; 3 | 4 ;"})
    CHECK(difference(typed(text), {{1, 2}, {3, 4}}, 0) == "");
  CHECK(difference(typed("0,5|1;0,25|2"), {{0.5, 1}, {0.25, 2}}, 0) == "");
  CHECK(difference(typed("10% 2; ５０％ -½"), {{0.1, 2}, {0.5, -0.5}}, 0) == "");
  CHECK(inline_refusal("1,000|2") ==
        "--q: row 0 (counted from 0): '1,000' may be 1000 or 1.000: write one of these.");
  CHECK(inline_refusal("1 2|3 4") ==
        "--q: cell [0, 0] (counted from 0): a number was expected, but '1 2' was given. Cells are "
        "separated by bars here, rows by semicolons.");
  CHECK(inline_refusal("1|").starts_with("--q: cell [0, 1] (counted from 0): the cell is empty."));
}

TEST_CASE("read_inline: percentages with decimal commas between bars", "[data][inline_matrix]") {
  CHECK(difference(read_inline("12,5%|87,5%;50%|50%", ""), {{0.125, 0.875}, {0.5, 0.5}}, 0) == "");
}

TEST_CASE("read_inline: zeros that fill up a row's first number part no thousands",
          "[data][inline_matrix]") {
  CHECK(difference(read_inline("112 003; 001 002", ""), {{112, 3}, {1, 2}}, 0) == "");
}
