#include "practice/answer/foreign_notation.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const AnswerContext kTwoByTwo{.n_rows = 2, .n_cols = 2, .is_whole = true, .names = {}};

Field question_of(const std::string& text) {
  Field field;
  field.ask.texts = {{"en", text}};
  return field;
}

}  // namespace

TEST_CASE("number_in_plain_notation: dots, programs and signs of Japanese",
          "[practice][foreign_notation]") {
  CHECK(number_in_plain_notation("6.28...") == "6.28");
  CHECK(number_in_plain_notation("6.28…") == "6.28");
  CHECK(number_in_plain_notation("2 * Math.PI") == "2 * pi");
  CHECK(number_in_plain_notation("26万2144") == "26*10000 + 2144");
  CHECK(number_in_plain_notation("1億1509万7600") == "1*100000000 + 1509*10000 + 7600");
  CHECK(number_in_plain_notation("40\\%") == "40%");
  for (const char* same : {"26万", "1.5万", "5...", "...", "2144", ""})
    CHECK(number_in_plain_notation(same) == same);
}

TEST_CASE("number_in_plain_notation: a letter behind a decimal is a power of ten",
          "[practice][foreign_notation]") {
  CHECK(number_in_plain_notation("115.1M") == "115.1e6");
  CHECK(number_in_plain_notation("0.230 G") == "0.230e9");
  CHECK(number_in_plain_notation("262.1k") == "262.1e3");
  for (const char* same : {"M", "2*M", "d_M", ".M"}) CHECK(number_in_plain_notation(same) == same);
}

TEST_CASE("number_in_plain_notation: what may be 1000 or 1024 is refused",
          "[practice][foreign_notation][error]") {
  for (const char* text : {"262k", "256K", "1M", "4 G"})
    CHECK(refusal([&] { number_in_plain_notation(text); }).find("in full") != std::string::npos);
}

TEST_CASE("without_asked_unit: the unit that is asked for goes, another one stays",
          "[practice][foreign_notation]") {
  const Field macs = question_of("The number of MACs."), flop = question_of("These MACs in FLOP.");
  CHECK(without_asked_unit(macs, "3nd^2 MACs") == "3nd^2");
  CHECK(without_asked_unit(flop, "230 FLOP") == "230");
  CHECK(without_asked_unit(macs, "230 FLOP") == "230 FLOP");
  CHECK(without_asked_unit(flop, "230 MAC") == "230 MAC");
  CHECK(without_asked_unit(question_of("A number."), "230 MAC") == "230 MAC");
}

TEST_CASE("rows_in_plain_notation: what other programs print", "[practice][foreign_notation]") {
  CHECK(rows_in_plain_notation("     [,1] [,2]\n[1,]    1    0\n[2,]    1    1", kTwoByTwo) ==
        "1 0; 1 1");
  CHECK(rows_in_plain_notation("   0  1\n0  1  0\n1  1  1", kTwoByTwo) == "1 0; 1 1");
  CHECK(rows_in_plain_notation("2×2 BitMatrix:\n 1  0\n 1  1", kTwoByTwo) == " 1  0\n 1  1");
  CHECK(rows_in_plain_notation("2×2 LowerTriangular{Int64, Matrix{Int64}}:\n 1  ⋅\n 1  1",
                               kTwoByTwo) == " 1  0\n 1  1");
  CHECK(rows_in_plain_notation("\\begin{array}{cc}1 & 0", kTwoByTwo) == "\\begin{array}1 & 0");
}

TEST_CASE("rows_in_plain_notation: labels and strokes in one line",
          "[practice][foreign_notation]") {
  CHECK(rows_in_plain_notation("q1: 1 0; q2: 1 1", kTwoByTwo) == "1 0; 1 1");
  CHECK(rows_in_plain_notation("1 0 / 1 1", kTwoByTwo) == "1 0; 1 1");
  for (const char* same : {"1 / 2 1; 1 1", "1 0; 1 1", "q1: 1 0; 1 1", "0 1\n1 0", "1 / 2"})
    CHECK(rows_in_plain_notation(same, kTwoByTwo) == same);
}

TEST_CASE("pairs_in_plain_notation: arrows of LaTeX, and > where there is no arrow",
          "[practice][foreign_notation]") {
  CHECK(pairs_in_plain_notation("cat \\to mat") == "cat ->mat");
  CHECK(pairs_in_plain_notation("cat > mat, on > mat") == "cat->mat, on->mat");
  CHECK(pairs_in_plain_notation("cat->mat > on->mat") == "cat->mat > on->mat");
}

TEST_CASE("pairs_in_plain_notation: an arrow the other way round", "[practice][foreign_notation]") {
  CHECK(pairs_in_plain_notation("mat<-cat, The ← the") == "cat->mat, the->The");
  CHECK(pairs_in_plain_notation("(mat <- cat)") == "(cat->mat)");
  CHECK(pairs_in_plain_notation("cat ➔ mat") == "cat -> mat");
  for (const char* same : {"cat<->mat", "<-cat", "cat <-", "cat, <- mat"})
    CHECK(pairs_in_plain_notation(same) == same);
}

TEST_CASE("without_asked_unit: numbers, where their count is asked for",
          "[practice][foreign_notation]") {
  Field field{.name = "memory", .kind = FieldKind::expression};
  field.ask = {"How many numbers there are.", "いくつあるか。"};
  CHECK(without_asked_unit(field, "n^2 numbers") == "n^2");
  CHECK(without_asked_unit(field, "n^2個") == "n^2");
  field.ask = {"The area.", "面積。"};
  CHECK(without_asked_unit(field, "n^2 numbers") == "n^2 numbers");
}
