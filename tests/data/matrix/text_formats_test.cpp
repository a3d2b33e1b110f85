#include "data/matrix/text_formats.hpp"

#include <fmt/format.h>

#include "data/matrix/json_text.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"
#include "support/told_readings.hpp"

namespace {

std::string csv_refusal(const std::string& text) {
  return refusal([&] { read_csv(text, "q.csv"); });
}

std::string tsv_refusal(const std::string& text) {
  return refusal([&] { read_tsv(text, "q.tsv"); });
}

const arma::mat kTwoByTwo{{1, -2}, {0.5, 1000}};

TEST_CASE("read_csv: one line is one row") {
  CHECK(difference(read_csv("1,-2\n0.5,1e3\n", ""), kTwoByTwo, 0) == "");
  CHECK(difference(read_csv("1,2,3", ""), {{1, 2, 3}}, 0) == "");
  CHECK(difference(read_csv("1\n2\n3", ""), arma::vec{1, 2, 3}, 0) == "");
}

TEST_CASE("read_csv: how the lines end does not matter") {
  for (const char* text : {"1,-2\n0.5,1e3", "1,-2\r\n0.5,1e3\r\n", "1,-2\n0.5,1e3\n\n \t\n\r\n",
                           "\xef\xbb\xbf"
                           "1,-2\n0.5,1e3\n"}) {
    CAPTURE(text);
    CHECK(difference(read_csv(text, ""), kTwoByTwo, 0) == "");
  }
  CHECK(difference(read_csv(" 1 ,\t\u22122\n +0.5,1000 ", ""), kTwoByTwo, 0) == "");
}

TEST_CASE("read_tsv: tabs separate cells") {
  CHECK(difference(read_tsv("1\t-2\n0.5\t1e3\n", ""), kTwoByTwo, 0) == "");
}

TEST_CASE("read_csv: agrees with the text written from random numbers") {
  std::mt19937 draws(1);
  const arma::mat expected = random_matrix(draws, 7, 5);
  std::string text;
  for (arma::uword i = 0; i < 7; ++i)
    for (arma::uword j = 0; j < 5; ++j)
      text += fmt::format("{}{}", expected(i, j), j == 4 ? "\n" : ",");
  CHECK(difference(read_csv(text, ""), expected, 0) == "");
}

TEST_CASE("read_csv: refuses text in a cell") {
  CHECK(csv_refusal("1,2\n3,four\n") ==
        "q.csv: line 2, column 2: a number was expected, but 'four' was given. Cells are separated "
        "by commas. Write decimals with a point, as in 1.5.");
  CHECK(tsv_refusal("1\t2\n3\tfour\n") ==
        "q.tsv: line 2, column 2: a number was expected, but 'four' was given. Cells are separated "
        "by tabs. Write decimals with a point, as in 1.5.");
}

TEST_CASE("read_csv: shows little of a cell and none of its control characters") {
  const std::string escape = "1,2\n3,\x1b[2J" + std::string(1'000'000, 'x');
  CHECK(
      csv_refusal(escape) ==
      "q.csv: line 2, column 2: a number was expected, but '?[2Jxxxxxxxxxxxxxxxxxxxx...' was "
      "given. There is a character that cannot be seen (U+001B). Type the text again without it.");
}

TEST_CASE("read_csv: says of a line of words above numbers what it looks like") {
  const std::string expected =
      "q.csv: line 1 has words and no numbers, as headings have. A matrix is read without "
      "headings: "
      "give a file of the numbers alone.";
  CHECK(csv_refusal("a,b\n1,2\n") == expected);
  CHECK(csv_refusal("a\n1,2\n").starts_with("q.csv: all rows must be equally long"));
  CHECK(csv_refusal(",a,b\n0,1,2") == expected);  // as pandas writes it
  CHECK(csv_refusal("sep=;\na;b\n1;2\n").starts_with("q.csv: line 2 has words and no numbers"));
  for (const char* frame : {",0,1\n0,1,2\n", ",a,b\nx,1,2\n"})
    CHECK_THAT(csv_refusal(frame), ContainsSubstring("to_csv(FILE, index=False, header=False)"));
  for (const char* numbers : {"¥1,¥2\n3,4\n", "(1),(2)\n3,4\n", "○,×\n1,0\n"})
    CHECK_THAT(csv_refusal(numbers), ContainsSubstring("line 1, column 1: a number was expected"));
  // What is no number below either is no heading.
  CHECK(csv_refusal("a,b\nc,d\n").starts_with("q.csv: line 1, column 1: a number was expected"));
}

TEST_CASE("read_csv: tables as spreadsheets and other programs write them") {
  const arma::mat expected{{1, 0.5}, {0.25, 2}};
  for (const char* text : {"1;0.5\n0.25;2\n",
                           "1\t0.5\n0.25\t2\n",
                           "1 0.5\n0.25 2\n",
                           "  1   0.5\n0.25   2  \n",
                           "sep=,\r\n1,0.5\r\n0.25,2\r\n",
                           "sep=;\n1;0.5\n0.25;2",
                           "\"1\",\"0.5\"\n\"0.25\",\"2\"\n",
                           "[1 0.5]\n[0.25 2]",
                           "[[1, 0.5],\n [0.25, 2]]",
                           "1,0.5\r0.25,2\r",
                           "1,1/2\n1/4,2",
                           "100%,50%\n25%,200%",
                           "1;0,5\n0,25;2",
                           "\"1\",\"0,5\"\n\"0,25\",\"2\"",
                           "TRUE,0.5\n0.25,2",
                           "１,０．５\n０．２５,２",
                           "１，０．５\n０．２５，２",
                           "1、0.5\n0.25、2",
                           "1；0.5\n0.25；2",
                           "1｜0.5\n0.25｜2",
                           "1|0.5\n0.25|2",
                           "1，0.5\n0.25,2"}) {
    CAPTURE(text);
    CHECK(difference(read_csv(text, ""), expected, 0) == "");
  }
  CHECK(difference(read_csv("FALSE,true\nー1,－2\n", ""), {{0, 1}, {-1, -2}}, 0) == "");
  CHECK(difference(read_tsv("1;2\n3;4\n", ""), {{1, 2}, {3, 4}}, 0) == "");
}

TEST_CASE("read_csv: a middle dot is neither a decimal mark nor a product") {
  CHECK(csv_refusal("0・5,1") ==
        "q.csv: line 1, column 1: a number was expected, but '0・5' was given. Write decimals "
        "with a point, as in 1.5.");
}

TEST_CASE("read_csv: a comma that may part thousands is decimal only beside those that are") {
  const std::string doubt = "line 1, column 1: '1,000' may be 1000 or 1.000: write one of these.";
  CHECK(csv_refusal("1,000;2\n3;4\n") == "q.csv: " + doubt);
  CHECK(csv_refusal("\"1,000\",2\n") == "q.csv: " + doubt);
  CHECK(difference(read_csv("1,000;0,250\n3;4\n", ""), {{1, 0.25}, {3, 4}}, 0) == "");
}

TEST_CASE("read_csv: of another encoding it is said that it is one") {
  CHECK(csv_refusal("caf\xe9,1\n")
            .ends_with("There is a byte that is not UTF-8. Save the text as UTF-8."));
}

TEST_CASE("read_csv: a no-break space is inside a number, and parts no cells") {
  for (const std::string space : {"\u00A0", "\u202F"})
    CHECK(csv_refusal("1" + space + "000\n2" + space + "500\n") ==
          "q.csv: line 1, column 1: a number was expected, but '1" + space +
              "000' was given. Cells are separated by commas. Write decimals with a point, as in "
              "1.5.");
  CHECK(difference(read_csv("\u00A01,2\u00A0\n", ""), {{1, 2}}, 0) == "");
}

TEST_CASE("read_csv: empty columns of a spreadsheet are told as such") {
  CHECK(csv_refusal("1,2,,\n3,4,,\n") ==
        "q.csv: line 1, column 3: the cell is empty, and so are all from there on, in every line. "
        "Delete the separators at the ends of the lines, or write numbers there.");
  CHECK(csv_refusal("1,2,\n3,4,5\n").ends_with("write 0 if zero is meant."));
}

TEST_CASE("read_csv: what could be taken otherwise is told once") {
  const ToldReadings told;
  read_csv("10%,20%\n30%,40%\n", "told.csv");
  read_csv("1,5;2\n", "told.csv");
  read_csv("1,2\n", "told.csv");
  CHECK(told.sentences() ==
        std::vector<std::string>{
            "told.csv: percentages were read as parts of 1: 50% is 0.5.",
            "told.csv: commas inside cells were read as decimal marks: 1,5 is 1.5."});
}

TEST_CASE("read_csv: bars between cells and around lines") {
  for (const char* text :
       {"0,5|0,3\n1,0|2,0\n", "| 0.5 | 0.3 |\n| 1 | 2 |\n", "0.5｜0.3\n1｜2", "|0.5|0.3|\n1|2\n"}) {
    CAPTURE(text);
    CHECK(difference(read_csv(text, ""), {{0.5, 0.3}, {1, 2}}, 0) == "");
    CHECK(difference(read_tsv(text, ""), {{0.5, 0.3}, {1, 2}}, 0) == "");
  }
  CHECK(csv_refusal("1|2\n3|\n").starts_with("q.csv: line 2, column 2: the cell is empty."));
}

TEST_CASE("read_csv: decimals behind a comma that separates") {
  CHECK(csv_refusal("0,25\n0,05\n") ==
        "q.csv: line 2, column 2: a number was expected, but '05' was given. Cells are separated "
        "by commas. Write decimals with a point, as in 1.5.");
  CHECK(
      contains(csv_refusal("1,25,1\n-1,00,1\n"), "column 2: a number was expected, but '00' was"));
  CHECK(difference(read_csv("0,05;0,25\n", ""), {{0.05, 0.25}}, 0) == "");
  CHECK(difference(read_csv("05,0\n0,0.5\n", ""), {{5, 0}, {0, 0.5}}, 0) == "");
}

TEST_CASE("read_csv: refuses an empty cell") {
  CHECK(csv_refusal("1,2\n3,\n") ==
        "q.csv: line 2, column 2: the cell is empty. Write a number there; write 0 if zero is "
        "meant.");
  CHECK(csv_refusal("1,,2").starts_with("q.csv: line 1, column 2: the cell is empty."));
  CHECK(csv_refusal(",").starts_with("q.csv: line 1, column 1: the cell is empty."));
  CHECK(tsv_refusal("1\t2\n\t\n").starts_with("q.tsv: line 2, column 1: the cell is empty."));
}

TEST_CASE("read_csv: refuses NaN and infinities and numbers beyond a double") {
  CHECK(csv_refusal("1,nan") ==
        "q.csv: line 1, column 2: every cell must be a finite number, and 'nan' was given. Replace "
        "it: a query that may attend to nothing, to which other programs give NaN, gets 0 here.");
  CHECK(csv_refusal("1\n-inf").starts_with("q.csv: line 2, column 1: every cell must be a finite"));
  CHECK(contains(csv_refusal("1e999"), "'1e999' was given"));
}

TEST_CASE("read_csv: refuses rows of different lengths") {
  CHECK(csv_refusal("1,2\n3,4\n5\n") ==
        "q.csv: all rows must be equally long, and line 1 has cells: 2, but line 3 has cells: 1. "
        "Add the missing cells or delete the extra ones.");
}

TEST_CASE("read_csv: refuses a blank line before the end") {
  const std::string expected =
      "q.csv: line 2 is blank, and more lines follow. Delete it: one file holds one matrix.";
  CHECK(csv_refusal("1,2\n\n3,4\n") == expected);
  CHECK(csv_refusal("1,2\r\n \r\n3,4\r\n") == expected);
  CHECK(csv_refusal("\n1,2").starts_with("q.csv: line 1 is blank"));
}

TEST_CASE("read_csv: refuses a text without numbers") {
  for (const char* text : {"", "\n", " \r\n\r\n", "\xef\xbb\xbf"}) {
    CAPTURE(text);
    CHECK(csv_refusal(text) ==
          "q.csv: a matrix was expected, but there is not one number in it. Write one row of "
          "numbers per line, or give another file.");
  }
}

TEST_CASE("read_csv: a ragged text cannot ask for more cells than it holds") {
  // 100 000 cells in line 1 and as many lines would be 10^10 cells.
  const std::string text = "1" + std::string(100'000, ',') + std::string(100'000, '\n') + "1";
  CHECK(csv_refusal(text).starts_with("q.csv: line 2 is blank"));
}

TEST_CASE("read_csv: blanks that may part thousands") {
  CHECK_REFUSED(
      read_csv("2 3 4\n1 024 5\n", "x.csv"),
      "x.csv: line 2, column 2: '1 024' may be 1024 or two numbers: write 1024, or 1 24.");
  CHECK(same(read_csv("01 002\n03 004\n", "x.csv"), {{1, 2}, {3, 4}}));
}

TEST_CASE("read_csv: tabs separate where commas are inside the numbers between them") {
  const arma::mat expected{{1.5, 2.5}, {3, 4.25}};
  for (const char* text : {"1,5\t2,5\n3\t4,25\n", "1,5\t2,5\r\n3,0\t4,25\r\n\r\n"}) {
    CAPTURE(text);
    CHECK(difference(read_csv(text, ""), expected, 0) == "");
    CHECK(difference(read_tsv(text, ""), expected, 0) == "");
  }
  CHECK(difference(read_csv("1,\t2\n3,\t4\n", ""), {{1, 2}, {3, 4}}, 0) == "");
  CHECK(difference(read_csv("1,2\t\n3,4\t\n", ""), {{1, 2}, {3, 4}}, 0) == "");
  CHECK(csv_refusal("1,000\t2,000\n") ==
        "q.csv: line 1, column 1: '1,000' may be 1000 or 1.000: write one of these.");
}

TEST_CASE("read_csv: names both of two separators") {
  CHECK(csv_refusal("1 2,5\n") ==
        "q.csv: line 1 has commas as well as blanks between its numbers. Write decimals with a "
        "point, as in 1.5. Separate the numbers in one way.");
  CHECK(csv_refusal("1,2\n3,4\n1,5 2\n").starts_with("q.csv: line 3 has commas as well as blanks"));
  CHECK(csv_refusal("1\t2,5\n1,5,2\n")
            .starts_with("q.csv: line 1 has commas as well as tabs between"));
  CHECK(csv_refusal("1\n2 3\n").starts_with("q.csv: line 2, column 1: a number was expected"));
  CHECK(csv_refusal("a,b\n1\t2\n") ==
        "q.csv: the cells of line 1 are separated by commas, but those of line 2 by tabs. "
        "Separate all cells in one way.");
  CHECK_THAT(csv_refusal("1;2\n3|4\n"),
             ContainsSubstring("by semicolons, but those of line 2 by vertical bars."));
  CHECK_THAT(csv_refusal("1 2\n3,4\n"),
             ContainsSubstring("by blanks, but those of line 2 by commas."));
}

TEST_CASE("read_csv: comments in front and behind are passed over, which is told") {
  const ToldReadings told;
  const arma::mat headed = read_csv("# a b c\n # d\n1 2\n3 4\n", "headed.csv");
  const arma::mat footed = read_csv("1,2\n3,4\n\n# a\n\n", "footed.csv");
  read_csv("1,2\n", "plain.csv");
  CHECK(difference(headed, {{1, 2}, {3, 4}}, 0) == "");
  CHECK(difference(footed, {{1, 2}, {3, 4}}, 0) == "");
  const std::string passed_over = ": lines that begin with # were passed over as comments.";
  CHECK(told.sentences() ==
        std::vector<std::string>{"headed.csv" + passed_over, "footed.csv" + passed_over});
  CHECK(difference(read_csv("sep=;\n# 1,2,3\n1;2\n", ""), {{1, 2}}, 0) == "");
  CHECK(csv_refusal("# a\n1,2\n3,x\n").starts_with("q.csv: line 3, column 2:"));
  CHECK(csv_refusal("1,2\n# a\n3,4\n") ==
        "q.csv: line 2 begins with #, and stands among the numbers. Move it in front of them or "
        "behind if it is a comment, or mend it if it is a row.");
  CHECK(csv_refusal("# a\n").starts_with("q.csv: a matrix was expected"));
}

TEST_CASE("read_csv: an error of a spreadsheet is no comment") {
  for (const char* error : {"#N/A", "#DIV/0!", "#NAME?"}) {
    CAPTURE(error);
    const std::string cell = error;
    const std::string told = "'" + cell +
                             "' is what a spreadsheet writes where a formula has no value. Mend "
                             "the formula there, and save the table again.";
    CHECK(csv_refusal(cell + ",1\n1,2\n") == "q.csv: line 1, column 1: " + told);
    CHECK(csv_refusal(cell + "," + cell + "\n1,2\n") == "q.csv: line 1, column 1: " + told);
    CHECK(csv_refusal("1,2\n" + cell + ",1\n1,2\n") == "q.csv: line 2, column 1: " + told);
    CHECK(csv_refusal("1 2\n" + cell + " 1\n") == "q.csv: line 2, column 1: " + told);
    CHECK(csv_refusal("1;2\n3;\"" + cell + "\"\n") == "q.csv: line 2, column 2: " + told);
    CHECK(csv_refusal(cell + "\n") == "q.csv: line 1, column 1: " + told);
  }
}

TEST_CASE("read_csv: numbers without room are no comment, and a rule of as many signs is") {
  const std::string told =
      "'####' is what a spreadsheet shows where a column is too narrow for its numbers. Widen it "
      "there, and save the table again.";
  CHECK(csv_refusal("####,####\n1,2\n") == "q.csv: line 1, column 1: " + told);
  CHECK(csv_refusal("1\t2\n####\t####\n") == "q.csv: line 2, column 1: " + told);
  CHECK(csv_refusal("####;5,5\r\n1;2\r\n") == "q.csv: line 1, column 1: " + told);
  CHECK(csv_refusal("1\r\n####\r\n") == "q.csv: line 2, column 1: " + told);
  for (const char* text : {"####\n# made\n####\n1,2\n", "## made today\n1 2\n", "1 2\n####\n",
                           "# What is this?\n1 2\n", "#\n1,2\n", "# a,b\n1,2\n"}) {
    CAPTURE(text);
    CHECK(difference(read_csv(text, ""), {{1, 2}}, 0) == "");
  }
}

TEST_CASE("read_csv: a heading # stands above the numbers of rows, and is no comment") {
  for (const char* text : {"#,a,b\n0,1,2\n", "#;a;b\n0;1;2\n", "#\ta\tb\n0\t1\t2\n"})
    CHECK(csv_refusal(text).starts_with("q.csv: line 1 has words and no numbers"));
  CHECK(difference(read_csv("# a b\n1 2\n", ""), {{1, 2}}, 0) == "");
}

TEST_CASE("read_csv: percentages with decimal commas") {
  const arma::mat expected{{0.125, 0.875}, {0.5, 0.5}};
  for (const char* text : {"12,5%;87,5%\n50%;50%\n", "12,5 %|87,5 %\n50 %|50 %\n",
                           "12,5%\t87,5%\n50%\t50%\n", "\"12,5%\",\"87,5%\"\n50%,50%\n"}) {
    CAPTURE(text);
    CHECK(difference(read_csv(text, ""), expected, 0) == "");
  }
  CHECK(csv_refusal("12,500%;1\n") ==
        "q.csv: line 1, column 1: '12,500%' may be 12500% or 12.500%: write one of these.");
  CHECK(csv_refusal("12,5%%;1\n").starts_with("q.csv: line 1, column 1: a number was expected"));
}

TEST_CASE("read_csv: zeros that fill up a row's first number part no thousands") {
  CHECK(same(read_csv("112 003 045\n001 002 003\n", ""), {{112, 3, 45}, {1, 2, 3}}));
  CHECK_THAT(csv_refusal("112 003 045\n1 2 3\n"), ContainsSubstring("'112 003' may be 112003 or"));
}

TEST_CASE("is_formula_error: in every language, and of LibreOffice") {
  for (const char* error :
       {"#N/A", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!",
        "#ERROR!", "#GETTING_DATA", "#NV", "#WERT!", "#N/D", "#¡VALOR!", "#¿NOMBRE?", "Err:502"})
    CHECK(is_formula_error(error));
  for (const char* other :
       {"", "#", "#!", "#1", "#N", "#made!", "# What?", "# WHAT?", "N/A", "Err:", "Err:x", "####"})
    CHECK_FALSE(is_formula_error(other));
}

TEST_CASE("is_number_without_room: nothing but signs, several of them") {
  for (const char* cell : {"##", "########"}) CHECK(is_number_without_room(cell));
  for (const char* cell : {"", "#", "## 1", "#1"}) CHECK_FALSE(is_number_without_room(cell));
}

arma::mat typed(const std::string& text) { return read_inline(text, "--q"); }

std::string inline_refusal(const std::string& text) {
  return refusal([&] { typed(text); });
}

TEST_CASE("looks_inline: numbers and their separators are a matrix") {
  for (const char* text :
       {"1",    "1 0; 0 1",        "1,2;3,4", "-1.5e-3", "+1\t2",      "\u22121", "1;;",
        "１",   "１ ０；ー１　２", "0・5 1",  "1/3 1",   "３分の１ 1", "0·5 1",   "-1/2",
        "True", "true FALSE; 1 0", "1|2;3|4", "1｜2",    "10% 2",      "１０％",  "½",
        "-⅓ 1"})
    CHECK(looks_inline(text));
}

TEST_CASE("looks_inline: a path is not a matrix") {
  for (const char* text :
       {"",       "q.csv",    "1.csv", "./1",           "/1", "e",    "-",       ";",    "e.e",
        "1:2",    "1\n2",     "nan 1", "weights.npz:1", "・", "../1", "1/../2x", "分の", "true.csv",
        "truest", "untrue 1", "eTrue", "falsee 1"})
    CHECK_FALSE(looks_inline(text));
}

TEST_CASE("read_inline: semicolons end rows") {
  CHECK(difference(typed("1 0; 0 1; 1 1"), {{1, 0}, {0, 1}, {1, 1}}, 0) == "");
  CHECK(difference(typed("1 2 3"), {{1, 2, 3}}, 0) == "");
  CHECK(difference(typed("1;2;3"), arma::vec{1, 2, 3}, 0) == "");
  CHECK(difference(typed("7"), arma::vec{7}, 0) == "");
}

TEST_CASE("read_inline: True and False are 1 and 0") {
  CHECK(difference(typed("True false; 0.5,TRUE"), {{1, 0}, {0.5, 1}}, 0) == "");
}

TEST_CASE("read_inline: full-width characters, and every kind of minus") {
  CHECK(difference(typed("１ ０；ー１　２．５"), {{1, 0}, {-1, 2.5}}, 0) == "");
  CHECK(difference(typed("−1、–2,－3"), {{-1, -2, -3}}, 0) == "");
  CHECK_REFUSED(read_inline("0・5 1", "--q"),
                "--q: cell [0, 0] (counted from 0): a number was expected, but '0・5' was given. "
                "Write decimals with a point, as in 1.5.");
}

TEST_CASE("read_inline: spaces and commas separate cells alike") {
  for (const char* text :
       {"1 -2;0.5 1e3", "1,-2;0.5,1e3", " 1 , -2 ;\t0.5\t,1e3 ; ", "1   \u22122 ; .5,+1000;"})
    CHECK(difference(typed(text), {{1, -2}, {0.5, 1000}}, 0) == "");
}

TEST_CASE("read_inline: fractions, as answers have them") {
  CHECK(difference(typed("1/4 -1/2; ２分の１ ー３／４"), {{0.25, -0.5}, {0.5, -0.75}}, 0) == "");
  CHECK(inline_refusal("1/0 1").starts_with("--q: cell [0, 0] (counted from 0): a number was"));
  CHECK(inline_refusal("2·5 1").ends_with("Write decimals with a point, as in 1.5."));
}

TEST_CASE("read_inline: a blank that may part thousands") {
  CHECK(inline_refusal("1 024 2; 3 4 5") ==
        "--q: row 0 (counted from 0): '1 024' may be 1024 or two numbers: write 1024, or 1 24.");
  CHECK(inline_refusal("-12 000").ends_with("write -12000, or -12 0."));
  CHECK(inline_refusal("1 024.5; 2 048.5").ends_with("write 1024.5, or 1 24.5."));
  CHECK(inline_refusal("1 000.25").ends_with("write 1000.25, or 1 0.25."));
  CHECK(difference(typed("1 0.5 02.5 0e1"), {{1, 0.5, 2.5, 0}}, 0) == "");
  CHECK(difference(typed("1, 024; 01 002"), {{1, 24}, {1, 2}}, 0) == "");
}

TEST_CASE("has_mostly_numbers: a matrix with a mistake in it, and no name") {
  for (const char* text : {"½ 2; 3 4", "1_0 2", "nan 1", "1% 2%; 3 4"})
    CHECK(has_mostly_numbers(text));
  for (const char* text : {"½", "1_0", "my data 2", "", "./1"})
    CHECK_FALSE(has_mostly_numbers(text));
}

TEST_CASE("read_inline: a comma that may be inside a number") {
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

TEST_CASE("read_inline: refuses rows of different lengths") {
  CHECK(inline_refusal("1 0; 0") ==
        "--q: all rows must be equally long, and row 0 (counted from 0) has cells: 2, but row 1 "
        "(counted from 0) has cells: 1. Add the missing cells or delete the extra ones.");
  CHECK(inline_refusal("1;;2").starts_with("--q: all rows must be equally long"));
}

TEST_CASE("read_inline: refuses empty cells") {
  CHECK(inline_refusal("1 0; 0,,1") ==
        "--q: cell [1, 1] (counted from 0): the cell is empty. Write a number there; write 0 if "
        "zero is meant.");
  CHECK(inline_refusal(",1").starts_with("--q: cell [0, 0] (counted from 0): the cell is empty."));
  CHECK(inline_refusal("1,").starts_with("--q: cell [0, 1] (counted from 0): the cell is empty."));
}

TEST_CASE("read_inline: refuses what is no number") {
  CHECK(inline_refusal("1 2; 3 4-5") ==
        "--q: cell [1, 1] (counted from 0): a number was expected, but '4-5' was given. Cells are "
        "separated by spaces or commas, rows by semicolons.");
  CHECK(contains(inline_refusal("1e999"),
                 "every cell must be a finite number, and '1e999' was given"));
}

TEST_CASE("read_inline: refuses a text without cells") {
  for (const char* text : {"", " ", ";", ";;"}) {
    CAPTURE(text);
    CHECK(inline_refusal(text).starts_with("--q: a matrix was expected, but there is not one"));
  }
}

TEST_CASE("read_inline: cells as in CSV") {
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

TEST_CASE("read_inline: percentages with decimal commas between bars") {
  CHECK(difference(read_inline("12,5%|87,5%;50%|50%", ""), {{0.125, 0.875}, {0.5, 0.5}}, 0) == "");
}

TEST_CASE("read_inline: zeros that fill up a row's first number part no thousands") {
  CHECK(difference(read_inline("112 003; 001 002", ""), {{112, 3}, {1, 2}}, 0) == "");
}

using Names = std::vector<std::string>;

arma::mat in_json(const std::string& text, const Names& preferred = {}) {
  return read_json_matrix(text, "q.json", preferred);
}

std::string json_refusal(const std::string& text, const Names& preferred = {}) {
  return refusal([&] { in_json(text, preferred); });
}

const std::string kTrace = R"({"schema": "attn.trace/1", "warnings": [], "stages": [
  {"id": "query", "group": "", "data": [[1, 2]]},
  {"id": "scores", "group": "head 0", "data": [[3]]},
  {"id": "scores", "group": "head 1", "data": [[4]]},
  {"id": "masked", "group": "", "data": [[5, null]]}]})";

TEST_CASE("read_json_matrix: a list of rows is a matrix") {
  CHECK(difference(in_json("[[1, 2.5], [-3e2, 0]]"), {{1, 2.5}, {-300, 0}}, 0) == "");
  CHECK(difference(in_json("[[7]]"), arma::vec{7}, 0) == "");
  CHECK(difference(in_json("[[true, false]]"), {{1, 0}}, 0) == "");
}

TEST_CASE("read_json_matrix: an object is asked for the preferred name") {
  const std::string text = R"({"key": [[1]], "query": [[2]], "note": "mine"})";
  CHECK(in_json(text, {"q", "query"})(0, 0) == 2);
  CHECK(in_json(text, {"key", "query"})(0, 0) == 1);
  CHECK(in_json(R"({"mine": [[3]], "note": 1})", {"q"})(0, 0) == 3);
}

TEST_CASE("read_json_matrix: a trace is asked for its stages") {
  CHECK(difference(in_json(kTrace, {"q", "query"}), {{1, 2}}, 0) == "");
  CHECK(in_json(kTrace, {"head1.scores"})(0, 0) == 4);
  const JsonMatrices trace(kTrace, "");
  CHECK(trace.keys() == Names{"query", "head0.scores", "head1.scores", "masked"});
}

TEST_CASE("read_json_matrix: refuses to choose between several") {
  CHECK(json_refusal(R"({"a": [[1]], "b": [[2]]})", {"q"}) ==
        "q.json: one matrix was expected, but it holds 2: a, b. Name one after a colon, such as "
        "q.json:a.");
  CHECK(json_refusal(R"({"a": 1})") ==
        "q.json: there is no matrix in it. Give a file with at least one.");
}

TEST_CASE("JsonMatrices: refuses a name that is not there") {
  CHECK_REFUSED(JsonMatrices(R"({"a": [[1]]})", "q.json").get("b"),
                "q.json: there is no matrix named 'b' in it. Choose one of: a.");
  CHECK_REFUSED(
      JsonMatrices("[[1]]", "q.json").get("b"),
      "q.json: it holds one matrix without a name, and 'b' was asked for. Leave the name out.");
}

TEST_CASE("read_json_matrix: refuses rows of different lengths") {
  CHECK(json_refusal("[[1, 2], [3, 4], [5]]") ==
        "q.json: all rows must be equally long, and row 0 (counted from 0) has cells: 2, but row 2 "
        "(counted from 0) has cells: 1. Add the missing cells or delete the extra ones.");
}

TEST_CASE("read_json_matrix: refuses what is no list of rows") {
  const std::string expected =
      "q.json: a list of rows was expected, such as [[1, 2], [3, 4]], but '";
  const std::string advice =
      "' was given. Put every row in brackets, and brackets around all rows.";
  CHECK(json_refusal("[1, 2]") == expected + "1" + advice);
  CHECK(json_refusal("3") == expected + "3" + advice);
  CHECK(json_refusal("[\"\\u001b[2J\"]") == expected + "\"?[2J\"" + advice);
  CHECK(json_refusal("[[1], {\"a\": 2}]") == expected + "{...}" + advice);
}

TEST_CASE("read_json_matrix: refuses a matrix without cells") {
  for (const char* text : {"[]", "[[]]", "[[], []]"})
    CHECK(json_refusal(text).starts_with("q.json: a matrix was expected, but there is not one"));
}

TEST_CASE("read_json_matrix: refuses cells that are no numbers") {
  const std::string advice =
      " was given. Cells are numbers, true or false, without quotation marks.";
  CHECK(json_refusal("[[1, \"2\"]]") ==
        "q.json: cell [0, 1] (counted from 0): a number was expected, but '\"2\"'" + advice);
  CHECK(json_refusal("{\"q\": [[1], [null]]}") ==
        "q.json:q: cell [1, 0] (counted from 0): a number was expected, but 'null'" + advice);
  CHECK(contains(json_refusal("[[[1]]]"), "but '[...]'" + advice));
  CHECK(json_refusal("[[0, -Infinity]]") ==
        "q.json: cell [0, 1] (counted from 0): every cell must be a finite number, and '-inf' was "
        "given. Replace it; a mask of 0 and 1 says who may attend, not an infinity.");
  CHECK(json_refusal(kTrace, {"masked"}).starts_with("q.json:masked: cell [0, 1]"));
}

TEST_CASE("read_json_matrix: ragged rows cannot ask for more cells than there are") {
  std::string text = "[[1";
  for (int i = 0; i < 100'000; ++i) text += ",1";
  text += "]";
  for (int i = 0; i < 100'000; ++i) text += ",[]";
  CHECK(json_refusal(text + "]").starts_with("q.json: all rows must be equally long"));
}

TEST_CASE("JsonMatrices: a row is a list of numbers, or one such list in brackets") {
  const JsonMatrices matrices(R"({"flat": [1, 2], "row": [[1, 2]], "two": [[1], [2]], "no": []})",
                              "w.json");
  CHECK(difference(matrices.get_row("flat"), {{1, 2}}, 0) == "");
  CHECK(difference(matrices.get_row("row"), {{1, 2}}, 0) == "");
  CHECK_REFUSED(
      matrices.get_row("two"),
      "w.json:two: one row was expected, one number for each column, but there are 2. Keep one.");
  CHECK_REFUSED_FOR(matrices.get_row("no"), "not one number in it");
}

TEST_CASE("truth_value: a whole word, however it is capitalised") {
  for (const char* word : {"True", "TRUE", "true"}) CHECK(truth_value(word) == 1.0);
  for (const char* word : {"False", "FALSE", "false"}) CHECK(truth_value(word) == 0.0);
  for (const char* word : {"", "T", "yes", "truest", " true", "1"}) CHECK_FALSE(truth_value(word));
}

std::string text_refusal(const std::string& text) {
  return refusal([&] { parsed_json(text, "q.json", "Give a list."); });
}

std::string not_json(const std::string& place) {
  return "q.json: " + place + ": the text stops being JSON there. Give a list.";
}

TEST_CASE("parsed_json: reads JSON with or without a byte order mark") {
  CHECK(parsed_json("[[1, 2.5], [true, null]]", "", "")[0][1] == 2.5);
  CHECK(parsed_json("\xef\xbb\xbf{\"a\": 1}\n", "", "")["a"] == 1);
}

TEST_CASE("parsed_json: the names of the outermost object in the order of the text") {
  std::vector<std::string> names{"old"};
  CHECK(parsed_json(R"({"b": {"z": 1}, "a": [{"y": 2}], "B": 3})", "", "", names)["B"] == 3);
  CHECK(names == std::vector<std::string>{"b", "a", "B"});
  parsed_json(R"([{"x": 1}])", "", "", names);
  CHECK(names.empty());
}

TEST_CASE("parsed_json: names the line and column of an error") {
  CHECK(text_refusal("") == not_json("line 1, column 1"));
  CHECK(text_refusal("[1,\n 2,\n x]") == not_json("line 3, column 2"));
  CHECK(text_refusal("[1,\n2") == not_json("line 2, column 2"));
  CHECK(text_refusal("[\"猫\", x]") == not_json("line 1, column 7"));
  CHECK(text_refusal("[1] 2") == not_json("line 1, column 5"));
}

TEST_CASE("parsed_json: refuses what only looks like JSON") {
  for (const char* text : {"[NaN]", "[1,]", "[.5]", "[01]", "['a']", "[+1]", "{a: 1}", "[Infinity]",
                           "[\"\xff\"]", "// note\n[1]"}) {
    CAPTURE(text);
    CHECK(contains(text_refusal(text), "the text stops being JSON there"));
  }
}

TEST_CASE("parsed_json: names the place of a number beyond a double") {
  CHECK(text_refusal("{\"1e999\": 1,\n \"\\\"\": [[1, -1e999]]}") ==
        "q.json: line 2, column 13: every cell must be a finite number, and '-1e999' was given. "
        "Replace it; a mask of 0 and 1 says who may attend, not an infinity.");
}

TEST_CASE("parsed_json: refuses deep nesting of any length") {
  for (const std::size_t depth : {9u, 1'000'000u}) {
    CHECK(text_refusal(std::string(depth, '[')) ==
          "q.json: the JSON is nested more than 8 deep. Give a list.");
  }
  CHECK(text_refusal(std::string(8, '[') + std::string(8, ']')) == "accepted");
}

TEST_CASE("parsed_json: refuses a name that occurs twice") {
  CHECK(text_refusal("{\"wq\": 1, \"wk\": 2, \"wq\": 3}") ==
        "q.json: the name 'wq' occurs twice in it, so that it is unclear which one is meant. Keep "
        "one of them.");
  CHECK(contains(text_refusal("[{\"a\": {\"b\": 1, \"b\": 2}}]"), "'b' occurs twice"));
  CHECK(text_refusal("[{\"a\": {\"a\": 1}}, {\"a\": 1}]") == "accepted");
}

TEST_CASE("parsed_json: a long list of objects takes no longer than other lists") {
  std::string text = "[{}";
  for (int i = 0; i < 500'000; ++i) text += ",{}";
  CHECK(parsed_json(text + "]", "", "").size() == 500'001);
}

TEST_CASE("parsed_json: pages and archives are called what they are") {
  CHECK_THAT(text_refusal("<!DOCTYPE html>"), ContainsSubstring("q.json: this is an HTML page"));
  CHECK_THAT(text_refusal("PK\x03\x04"), ContainsSubstring("q.json: this is a packed archive"));
}

TEST_CASE("parsed_python_json: numbers that Python has and JSON has not") {
  const nlohmann::json read = parsed_python_json(
      R"({"a": Infinity, "b":-Infinity, "c": [NaN,1], "d": "Infinity, NaN", "e": "\"NaN"})", "",
      "");
  CHECK(python_number(read["a"]) == std::numeric_limits<double>::infinity());
  CHECK(python_number(read["b"]) == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(*python_number(read["c"][0])));
  CHECK_FALSE(python_number(read["c"][1]).has_value());
  CHECK(read["d"] == "Infinity, NaN");
  CHECK(read["e"] == "\"NaN");
  for (const char* text : {R"({"a": NaN1})", "[NaNe5]", "[Infinity0]", "[NaN\"\"]", "{NaN: 1}"}) {
    INFO(text);
    CHECK_THROWS_AS(parsed_python_json(text, "x.json", ""), InputError);
  }
  CHECK_FALSE(python_number(read["d"]).has_value());
}

TEST_CASE("parsed_python_json: names the place in the text as it was") {
  const auto refused = [](const std::string& text) {
    return refusal([&] { parsed_python_json(text, "q.json", "Give a list."); });
  };
  CHECK(refused("[Infinity, -Infinity, NaN, x]") == not_json("line 1, column 28"));
  for (const char* text : {"[NaNs]", "[+Infinity]", "[nan]", "[-NaN]", "[Infinity"})
    CHECK_THAT(refused(text), ContainsSubstring("the text stops being JSON there"));
}

TEST_CASE("parsed_json: in other encodings than UTF-8, which is told") {
  using namespace std::string_literals;
  const ToldReadings told;
  for (const std::string& text :
       {"\xff\xfe{\0\"\0a\0\"\0:\0001\0}\0"s, "\0{\0\"\0a\0\"\0:\0001\0}"s})
    CHECK(parsed_json(text, "wide.json", "")["a"] == 1);
  CHECK(parsed_python_json("[\0N\0a\0N\0]\0"s, "nan.json", "").size() == 1);
  CHECK(parsed_json("[\"\x94\x4c\", \"\x82\xaa\"]", "japanese.json", "")[0] == "猫");
  CHECK(
      told.sentences() ==
      std::vector<std::string>{"wide.json: read as UTF-16.", "nan.json: read as UTF-16.",
                               "japanese.json: read as Shift_JIS (CP932), since it is not UTF-8."});
  CHECK_THAT(text_refusal("[\0\0\0001\0\0\0]\0\0\0"s), ContainsSubstring("the text is UTF-32"));
  CHECK(text_refusal("\xff\xfe[\0001\0,\0"s) == not_json("line 1, column 4"));
}

}  // namespace
