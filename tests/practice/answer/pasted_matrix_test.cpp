#include "practice/answer/pasted_matrix.hpp"

#include "data/test_files.hpp"
#include "practice/answer/read_answer.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/matrix.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

AnswerContext labelled() {
  return {.n_rows = 2,
          .n_cols = 2,
          .is_whole = false,
          .names = {},
          .row_labels = {"q1", "q2"},
          .col_labels = {"k1", "k2"}};
}

std::string rows(const std::string& text) { return without_labels(text, labelled()); }

}  // namespace

TEST_CASE("without_labels: matrices as attn draws them", "[practice][pasted]") {
  for (const char* text :
       {"⎡ 1  0 ⎤\n⎣ 0  1 ⎦", "⎡ 1  0 ⎤ ⎣ 0  1 ⎦", "     k1  k2\nq1 ⎡ 1  0 ⎤\nq2 ⎣ 0  1 ⎦",
        "     k0  k1\nq0 ⎡ 1  0 ⎤\nq1 ⎣ 0  1 ⎦", "    0  1\n0 [ 1  0 ]\n1 [ 0  1 ]"})
    CHECK(difference(*read_answer({.name = "x", .kind = FieldKind::matrix}, text, labelled()).value,
                     {{1, 0}, {0, 1}}, 0) == "");
}

TEST_CASE("without_labels: weights with shades, sums and blocked cells", "[practice][pasted]") {
  CHECK(rows("        k0      k1   sum  most  entropy/ln n\n"
             "q0  ⣿⣿ 1.0       .   1.0    k0   0.0/0.0\n"
             "q1   ⡄⡄ .3   ⣷⣷ .7   1.0    k1   0.6/0.7") == "1.0, 0; .3, .7");
  CHECK(
      rows("   k0 k1 行の和 最大 エントロピー/ln n\nq0 @@ 1 . 1 k0 0/0\nq1 == .3 ## .7 1 k1 0/0") ==
      "1, 0; .3, .7");
}

TEST_CASE("without_labels: what the program prints is read, in both languages",
          "[practice][pasted]") {
  const TemporaryFolder folder;
  const AnswerContext context{.n_rows = 3, .n_cols = 3, .is_whole = false, .names = {}};
  for (const std::string language : {"en", "ja"})
    for (const std::string view : {"numbers", "both"}) {
      const CommandResult shown =
          run_command("attn attend 'The cat sat' --causal --stage weights --view " + view +
                          " --lang " + language,
                      folder.path());
      const auto start = shown.out.find("\n\n", shown.out.find("weights"));
      const auto end = shown.out.find("\n\n", start + 2);
      const std::string block = shown.out.substr(start, end - start);
      CAPTURE(block);
      const Reading reading = read_answer({.name = "x", .kind = FieldKind::matrix}, block, context);
      CHECK(reading.problem == "");
      CHECK(reading.value);
    }
}

TEST_CASE("without_labels: rows in brackets on lines of their own", "[practice][pasted]") {
  for (const char* text : {"[1, 0]\n[0, 1]", "[1, 0],\n[0, 1]", "(1, 0)\n(0, 1)"})
    CHECK(rows(text) == "1, 0; 0, 1");
  CHECK(rows("[1 0]\n[0 1]") == "1 0; 0 1");
}

TEST_CASE("without_labels: Markdown, CSV and lines with labels", "[practice][pasted]") {
  for (const char* text :
       {"| 1 | 0 |\n|---|---|\n| 0 | 1 |", "| 1 | 0 |\n| 0 | 1 |",
        "| | k1 | k2 |\n|---|:-:|---|\n| q1 | 1 | 0 |\n| q2 | 0 | 1 |", ",k1,k2\nq1,1,0\nq2,0,1",
        "\tk1\tk2\nq1\t1\t0\nq2\t0\t1", "k1 k2\n1 0\n0 1", "q1 1 0\nq2 0 1", "q1: 1 0\nq2: 0 1",
        "row 1: 1 0\nrow 2: 0 1"})
    CHECK(rows(text) == "1, 0; 0, 1");
}

TEST_CASE("without_labels: the table of a mask", "[practice][pasted]") {
  AnswerContext mask = labelled();
  mask.is_mask = true;
  CHECK(without_labels("    k1 k2 allowed\nq1 # c 1\nq2 # # 2", mask) == "1, 0; 1, 1");
  CHECK(rows("    k1 k2 sum\nq1 1 e 3.7\nq2 1 1 2") == "1, e; 1, 1");  // e is a number here
}

TEST_CASE("without_labels: rows between bars", "[practice][pasted]") {
  for (const char* text : {"│ 1 0 │\n│ 0 1 │", "| 1 0 |\n| 0 1 |",
                           "┌     ┐\n│ 1 0 │\n│ 0 1 │\n└     ┘", "│ 1, 0 │\n│ 0, 1 │"})
    CHECK(rows(text) == "1, 0; 0, 1");
  CHECK(rows("│ 1 0 │") == "1, 0");
}

TEST_CASE("without_labels: what is no such text stays as it is", "[practice][pasted]") {
  for (const char* text : {"1 0; 0 1", "1 0\n0 1", "[[1, 0], [0, 1]]", "[1,0],[0,1]", "tensor([1])",
                           "pi 2\nx 3", "5\n[1 0]\n[0 1]", "0 1\n0 1 0\n1 0 1", ""})
    CHECK(rows(text) == text);
}

TEST_CASE("without_labels: several matrices, and labels in another order, are refused",
          "[practice][pasted][error]") {
  CHECK(refusal([] { rows("⎡ 1 ⎤ ⎡ 2 ⎤\n⎣ 1 ⎦ ⎣ 2 ⎦"); }) ==
        "Several matrices stand beside each other. Keep only the one that is asked for.");
  CHECK(refusal([] { rows("q2: 1 0\nq1: 0 1"); }) ==
        "The labels stand in another order than in the question: q1, q2.");
  CHECK(refusal([] { rows("   k2 k1\nq1 [ 1 0 ]\nq2 [ 0 1 ]"); }) ==
        "The labels stand in another order than in the question: k1, k2.");
}
