#include "practice/answer/reading.hpp"

#include <fmt/format.h>

#include "data/random/random.hpp"
#include "practice/answer/answer.hpp"
#include "practice/answer/written_form.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/matrix.hpp"
#include "support/temporary_folder.hpp"

namespace {

AnswerLine line_of(const std::string& text) { return answer_line(text, {"total", "q_norm"}); }

TEST_CASE("answer_line: other names only before a sign") {
  CHECK(line_of("sum = 3").name == "sum");
  CHECK_FALSE(line_of("sum = 3").is_known);
  CHECK(line_of("sum: 3").sign == AnswerLine::Sign::colon);
  for (const char* text : {"", "sum 3", "1 0 1", "a b = 3", "3 = total", "-0.5 2", "- 1 2", "1. 2.",
                           "totals 3", "subtotal 3", "(1) 0", "| 1 0 |", "=", ": 3"}) {
    INFO(text);
    CHECK(line_of(text).name.empty());
  }
}

TEST_CASE("answer_line: questions that differ in capitals alone are told apart") {
  const std::vector<std::string> questions{"Q", "q"};
  CHECK(answer_line("Q = 1", questions).name == "Q");
  CHECK(answer_line("q = 1", questions).name == "q");
  CHECK_FALSE(answer_line("A_b = 1", {"a_b", "a_B"}).is_known);
}

TEST_CASE("answer_line: what cannot be seen is found in a name and before it") {
  CHECK(line_of("\u200Btotal = 3").hidden == 0x200B);
  CHECK(line_of("q\u2060_norm = 3").hidden == 0x2060);
  CHECK(line_of("q\u2060_norm = 3").name == "q_norm");
  CHECK_FALSE(line_of("total = 3\u200B").hidden);  // it belongs to the answer
  CHECK_FALSE(line_of("\uFEFFtotal = 3").hidden);  // the mark that editors write
}

TEST_CASE("answer_line: the label of an item may stand before a name that is asked for") {
  for (const char* label : {"(a) ", "a) ", "b. ", "(A)", "- (iv) ", "Q1. ", "[a] ", "（ア）",
                            "問1．", "【１】", "(い) **", "(1) (a) "}) {
    INFO(label);
    for (const char* end : {"total = 3", "Total： 3", "total\n"})
      CHECK(line_of(label + std::string(end)).name == "total");
  }
  CHECK(line_of("(a) total = ３").text == " ３");
  for (const char* text : {"(a) sum = 3", "(a) 3", "() total = 3", "(a total = 3", "e.g. total = 3",
                           "(given) total = 3", "(a", "a. ", "(\xFF"}) {
    INFO(text);
    CHECK(line_of(text).name.empty());
  }
}

TEST_CASE("AnswerLine: an operator or a word behind a name makes a text") {
  for (const char* text : {"total / 2", "Total stays the same", "totalは変わらない"})
    CHECK(line_of(text).looks_like_text());
  for (const char* text : {"total ≈ 2", "total = -2", "total = the same", "total", "total 2"})
    CHECK_FALSE(line_of(text).looks_like_text());
}

TEST_CASE("is_code_fence: three backquotes, and perhaps a language") {
  for (const char* text : {"```", " ```text", "````"}) CHECK(is_code_fence(text));
  for (const char* text : {"", "``", "```1.5```", "``` a b", "`a`"})
    CHECK_FALSE(is_code_fence(text));
}

TEST_CASE("without_surroundings: quotation marks, code, bold and LaTeX") {
  for (const char* text : {"\"0.4\"", "'0.4'", "“0.4”", "「0.4」", "`0.4`", "**0.4**", "$0.4$",
                           "\\(0.4\\)", "\\[0.4\\]", "```\n0.4\n```", "```python\n0.4\n```"})
    CHECK(without_surroundings(text) == "0.4");
  CHECK(without_surroundings("'a' or 'b'") == "'a' or 'b'");
}

TEST_CASE("without_surroundings: what programs print before a result") {
  for (const char* text : {"Out[3]: 0.4", "Out [12]: 0.4", ">>> 0.4"})
    CHECK(without_surroundings(text) == "0.4");
  CHECK(without_surroundings("Outlook") == "Outlook");
  CHECK(without_surroundings("2×2 Matrix{Float64}:\n 1.0 0.0\n 0.0 1.0") == "1.0 0.0\n 0.0 1.0");
  CHECK(without_surroundings("<tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([1, 2])>") ==
        "array([1, 2])");
}

TEST_CASE("without_surroundings: words around a number in both languages") {
  for (const char* text :
       {"about 0.4", "approx. 0.4", "The answer is 0.4.", "It is 0.4", "answer: 0.4", "ca. 0.4",
        "約0.4", "およそ 0.4 です。", "答えは0.4", "0.4 (rounded)", "0.4 (四捨五入)", "0.4程度"})
    CHECK(without_surroundings(text) == "0.4");
  CHECK(without_surroundings("aboutness") == "aboutness");
}

TEST_CASE("without_surroundings: says which words it left out") {
  std::vector<std::string> left_out;
  CHECK(without_surroundings(">>> The answer is about 0.4 です", left_out) == "0.4");
  CHECK(left_out == std::vector<std::string>{"The answer is", "about", "です"});
  CHECK(remark_of_left_out({"about", "です"}) ==
        "'about ... です' was left out, and the rest was read.");
}

TEST_CASE("without_surroundings: dots that are more than a full stop stay") {
  CHECK(without_surroundings("0.333...") == "0.333...");
  CHECK(without_surroundings("1 .") == "1 .");
  CHECK(without_surroundings(".") == ".");
  CHECK(without_surroundings("5!") == "5!");
}

TEST_CASE("with_equals_signs: every sign for about") {
  CHECK(with_equals_signs("1/3 ≈ 0.33 ≒ 0.3 \\approx 0") == "1/3 = 0.33 = 0.3 = 0");
}

const AnswerContext kTwoByTwo{.n_rows = 2, .n_cols = 2, .is_whole = true, .names = {}};

Field question_of(const std::string& text) {
  Field field;
  field.ask.texts = {{"en", text}};
  return field;
}

TEST_CASE("number_in_plain_notation: dots, programs and signs of Japanese") {
  CHECK(number_in_plain_notation("6.28...") == "6.28");
  CHECK(number_in_plain_notation("6.28…") == "6.28");
  CHECK(number_in_plain_notation("2 * Math.PI") == "2 * pi");
  CHECK(number_in_plain_notation("26万2144") == "26*10000 + 2144");
  CHECK(number_in_plain_notation("1億1509万7600") == "1*100000000 + 1509*10000 + 7600");
  CHECK(number_in_plain_notation("40\\%") == "40%");
  for (const char* same : {"26万", "1.5万", "5...", "...", "2144", ""})
    CHECK(number_in_plain_notation(same) == same);
}

TEST_CASE("number_in_plain_notation: a letter behind a decimal is a power of ten") {
  CHECK(number_in_plain_notation("115.1M") == "115.1e6");
  CHECK(number_in_plain_notation("0.230 G") == "0.230e9");
  CHECK(number_in_plain_notation("262.1k") == "262.1e3");
  for (const char* same : {"M", "2*M", "d_M", ".M"}) CHECK(number_in_plain_notation(same) == same);
}

TEST_CASE("number_in_plain_notation: what may be 1000 or 1024 is refused") {
  for (const char* text : {"262k", "256K", "1M", "4 G"})
    CHECK_REFUSED_FOR(number_in_plain_notation(text), "in full");
}

TEST_CASE("without_asked_unit: the unit that is asked for goes, another one stays") {
  const Field macs = question_of("The number of MACs."), flop = question_of("These MACs in FLOP.");
  CHECK(without_asked_unit(macs, "3nd^2 MACs") == "3nd^2");
  CHECK(without_asked_unit(flop, "230 FLOP") == "230");
  CHECK(without_asked_unit(macs, "230 FLOP") == "230 FLOP");
  CHECK(without_asked_unit(flop, "230 MAC") == "230 MAC");
  CHECK(without_asked_unit(question_of("A number."), "230 MAC") == "230 MAC");
}

TEST_CASE("rows_in_plain_notation: what other programs print") {
  CHECK(rows_in_plain_notation("     [,1] [,2]\n[1,]    1    0\n[2,]    1    1", kTwoByTwo) ==
        "1 0; 1 1");
  CHECK(rows_in_plain_notation("   0  1\n0  1  0\n1  1  1", kTwoByTwo) == "1 0; 1 1");
  CHECK(rows_in_plain_notation("2×2 BitMatrix:\n 1  0\n 1  1", kTwoByTwo) == " 1  0\n 1  1");
  CHECK(rows_in_plain_notation("2×2 LowerTriangular{Int64, Matrix{Int64}}:\n 1  ⋅\n 1  1",
                               kTwoByTwo) == " 1  0\n 1  1");
  CHECK(rows_in_plain_notation("\\begin{array}{cc}1 & 0", kTwoByTwo) == "\\begin{array}1 & 0");
}

TEST_CASE("rows_in_plain_notation: labels and strokes in one line") {
  CHECK(rows_in_plain_notation("q1: 1 0; q2: 1 1", kTwoByTwo) == "1 0; 1 1");
  CHECK(rows_in_plain_notation("1 0 / 1 1", kTwoByTwo) == "1 0; 1 1");
  for (const char* same : {"1 / 2 1; 1 1", "1 0; 1 1", "q1: 1 0; 1 1", "0 1\n1 0", "1 / 2"})
    CHECK(rows_in_plain_notation(same, kTwoByTwo) == same);
}

Field pairs_field() {
  return {.name = "pairs",
          .kind = FieldKind::list,
          .items = {"cat->mat", "on->mat", "the->The"},
          .are_pairs = true};
}

using Places = std::vector<std::size_t>;

TEST_CASE("typed_list: arrows of LaTeX, and > where there is no arrow") {
  CHECK(typed_list(pairs_field(), "cat \\to mat") == Places{0});
  CHECK(typed_list(pairs_field(), "cat > mat, on > mat") == Places{0, 1});
  CHECK(refusal([] {
          typed_list(pairs_field(), "cat->mat > on->mat");
        }).starts_with("'>' cannot be listed."));
}

TEST_CASE("typed_list: an arrow the other way round") {
  CHECK(typed_list(pairs_field(), "mat<-cat, The ← the") == Places{0, 2});
  CHECK(typed_list(pairs_field(), "(mat <- cat)") == Places{0});
  CHECK(typed_list(pairs_field(), "cat ➔ mat") == Places{0});
  for (const char* other : {"cat<->mat", "<-cat", "cat <-", "cat, <- mat"})
    CHECK_THROWS_AS(typed_list(pairs_field(), other), InputError);
}

TEST_CASE("without_asked_unit: numbers, where their count is asked for") {
  Field field{.name = "memory", .kind = FieldKind::expression};
  field.ask = {"How many numbers there are.", "いくつあるか。"};
  CHECK(without_asked_unit(field, "n^2 numbers") == "n^2");
  CHECK(without_asked_unit(field, "n^2個") == "n^2");
  field.ask = {"The area.", "面積。"};
  CHECK(without_asked_unit(field, "n^2 numbers") == "n^2 numbers");
}

AnswerContext labelled() {
  return {.n_rows = 2,
          .n_cols = 2,
          .is_whole = false,
          .names = {},
          .row_labels = {"q1", "q2"},
          .col_labels = {"k1", "k2"}};
}

std::string rows(const std::string& text) { return without_labels(text, labelled()); }

TEST_CASE("without_labels: matrices as attn draws them") {
  for (const char* text :
       {"⎡ 1  0 ⎤\n⎣ 0  1 ⎦", "⎡ 1  0 ⎤ ⎣ 0  1 ⎦", "     k1  k2\nq1 ⎡ 1  0 ⎤\nq2 ⎣ 0  1 ⎦",
        "     k0  k1\nq0 ⎡ 1  0 ⎤\nq1 ⎣ 0  1 ⎦", "    0  1\n0 [ 1  0 ]\n1 [ 0  1 ]"})
    CHECK(difference(*read_answer({.name = "x", .kind = FieldKind::matrix}, text, labelled()).value,
                     {{1, 0}, {0, 1}}, 0) == "");
}

TEST_CASE("without_labels: weights with shades, sums and blocked cells") {
  CHECK(rows("        k0      k1   sum  most  entropy/ln n\n"
             "q0  ⣿⣿ 1.0       .   1.0    k0   0.0/0.0\n"
             "q1   ⡄⡄ .3   ⣷⣷ .7   1.0    k1   0.6/0.7") == "1.0, 0; .3, .7");
  CHECK(
      rows("   k0 k1 行の和 最大 エントロピー/ln n\nq0 @@ 1 . 1 k0 0/0\nq1 == .3 ## .7 1 k1 0/0") ==
      "1, 0; .3, .7");
}

TEST_CASE("without_labels: what the program prints is read, in both languages") {
  const AnswerContext context{.n_rows = 3, .n_cols = 3, .is_whole = false, .names = {}};
  for (const std::string language : {"en", "ja"})
    for (const std::string view : {"numbers", "both"}) {
      const CommandResult shown =
          run_command("attn attend 'The cat sat' --causal --stage weights --view " + view +
                      " --lang " + language);
      const auto start = shown.out.find("\n\n", shown.out.find("weights"));
      const auto end = shown.out.find("\n\n", start + 2);
      const std::string block = shown.out.substr(start, end - start);
      CAPTURE(block);
      const Reading reading = read_answer({.name = "x", .kind = FieldKind::matrix}, block, context);
      CHECK(reading.problem == "");
      CHECK(reading.value);
    }
}

TEST_CASE("without_labels: rows in brackets on lines of their own") {
  for (const char* text : {"[1, 0]\n[0, 1]", "[1, 0],\n[0, 1]", "(1, 0)\n(0, 1)"})
    CHECK(rows(text) == "1, 0; 0, 1");
  CHECK(rows("[1 0]\n[0 1]") == "1 0; 0 1");
}

TEST_CASE("without_labels: Markdown, CSV and lines with labels") {
  for (const char* text :
       {"| 1 | 0 |\n|---|---|\n| 0 | 1 |", "| 1 | 0 |\n| 0 | 1 |",
        "| | k1 | k2 |\n|---|:-:|---|\n| q1 | 1 | 0 |\n| q2 | 0 | 1 |", ",k1,k2\nq1,1,0\nq2,0,1",
        "\tk1\tk2\nq1\t1\t0\nq2\t0\t1", "k1 k2\n1 0\n0 1", "q1 1 0\nq2 0 1", "q1: 1 0\nq2: 0 1",
        "row 1: 1 0\nrow 2: 0 1"})
    CHECK(rows(text) == "1, 0; 0, 1");
}

TEST_CASE("without_labels: the table of a mask") {
  AnswerContext mask = labelled();
  mask.is_mask = true;
  CHECK(without_labels("    k1 k2 allowed\nq1 # c 1\nq2 # # 2", mask) == "1, 0; 1, 1");
  CHECK(rows("    k1 k2 sum\nq1 1 e 3.7\nq2 1 1 2") == "1, e; 1, 1");  // e is a number here
}

TEST_CASE("without_labels: rows between bars") {
  for (const char* text : {"│ 1 0 │\n│ 0 1 │", "| 1 0 |\n| 0 1 |",
                           "┌     ┐\n│ 1 0 │\n│ 0 1 │\n└     ┘", "│ 1, 0 │\n│ 0, 1 │"})
    CHECK(rows(text) == "1, 0; 0, 1");
  CHECK(rows("│ 1 0 │") == "1, 0");
}

TEST_CASE("without_labels: what is no such text stays as it is") {
  for (const char* text : {"1 0; 0 1", "1 0\n0 1", "[[1, 0], [0, 1]]", "[1,0],[0,1]", "tensor([1])",
                           "pi 2\nx 3", "5\n[1 0]\n[0 1]", "0 1\n0 1 0\n1 0 1", ""})
    CHECK(rows(text) == text);
}

TEST_CASE("without_labels: several matrices, and labels in another order, are refused") {
  CHECK_REFUSED(rows("⎡ 1 ⎤ ⎡ 2 ⎤\n⎣ 1 ⎦ ⎣ 2 ⎦"),
                "Several matrices stand beside each other. Keep only the one that is asked for.");
  CHECK_REFUSED(rows("q2: 1 0\nq1: 0 1"),
                "The labels stand in another order than in the question: q1, q2.");
  CHECK_REFUSED(rows("   k2 k1\nq1 [ 1 0 ]\nq2 [ 0 1 ]"),
                "The labels stand in another order than in the question: k1, k2.");
}

TEST_CASE("without_program_words: what PyTorch, NumPy and others print") {
  for (const char* text :
       {"tensor([[1, 2]])", "tensor([[1, 2]], dtype=torch.float64)", "array([[1, 2]])",
        "np.array([[1, 2]])", "torch.tensor([[1, 2]], device='cuda:0', grad_fn=<MmBackward0>)",
        "matrix([[1, 2]])", "tensor([[[1, 2]]])", "[[[1, 2]]]", " tensor( [[1, 2]] ) "})
    CHECK(without_program_words(text) == "[[1, 2]]");
  CHECK(without_program_words("torch.Size([512, 4096])") == "[512, 4096]");
  CHECK(without_program_words("tensor(0.5, grad_fn=<DotBackward0>)") == "0.5");
}

TEST_CASE("without_program_words: tuples are rows, arithmetic is none") {
  CHECK(without_program_words("(512, 4096)") == "[512, 4096]");
  CHECK(without_program_words("((1, 2), (3, 4))") == "[[1, 2], [3, 4]]");
  CHECK(without_program_words("[(1, 2), (3, 4)]") == "[[1, 2], [3, 4]]");
  for (const char* text : {"(1 + 2)", "(1 + 2), (3)", "sqrt(2)", "1 2", "(1 2"})
    CHECK(without_program_words(text) == text);
}

TEST_CASE("without_program_words: a matrix of LaTeX") {
  CHECK(without_program_words("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}") ==
        "1 , 2 ; 3 , 4");
}

TEST_CASE("without_program_words: unfinished texts stay") {
  for (const char* text :
       {"tensor([[1, 2]]", "tensor", "array)", "tensor([1]) x", "", "((((", "[[["})
    CHECK(without_program_words(text) == text);
}

TEST_CASE("without_program_words: rows of LaTeX without their environment") {
  CHECK(without_program_words("1 & 2") == "1 , 2");
  CHECK(without_program_words("1 \\\\ 2") == "1 ; 2");
}

TEST_CASE("without_program_words: any kind of array, and R's c") {
  for (const char* text :
       {"DeviceArray([1, 2], dtype=float32)", "jnp.ndarray([1, 2])", "FloatTensor([1, 2])"})
    CHECK(without_program_words(text) == "[1, 2]");
  CHECK(without_program_words("c(1, 2)") == "1, 2");
}

const AnswerContext kTwoRowsAsked{.n_rows = 2, .n_cols = 2};

AnswerContext row_of_three_words() {
  AnswerContext context{.n_rows = 1, .n_cols = 3};
  context.col_labels = {"The", "cat", "the"};
  return context;
}

TEST_CASE("rows_in_one_line: rows between strokes and bars, and in parentheses") {
  for (const char* text : {"1 0 / 1 1", "1 0 | 1 1", "| 1, 0 | 1, 1 |", "(1 0) (1 1)",
                           "(1, 0), (1, 1)", "(1 0); (1 1)", "(1 0)\n(1 1)"})
    CHECK(rows_in_one_line(text, kTwoRowsAsked) == "1 0; 1 1");
}

TEST_CASE("rows_in_one_line: what has another size stays") {
  for (const char* text : {"1 / 2 1; 1 1", "1 0; 1 1", "1 0 | 1 1 | 0 0", "(1 0) (1)", "(1 + 2)",
                           "(1 0) (1 (1))", "(1 0", "[1 0] [1 1]", "1 / 2", "x 1 y 2"})
    CHECK(rows_in_one_line(text, kTwoRowsAsked) == text);
}

TEST_CASE("rows_in_one_line: the cells of one row between bars or behind names") {
  for (const char* text :
       {"1 | 0.5 | 0", "|1|0.5|0|", "The: 1, cat: 0.5, the: 0", "The=1 cat=0.5 the=0",
        "The 1 cat 0.5 the 0", "k1 = 1; k2 = 0.5; k3 = 0", "q0:1 q1:0.5 q2:0", "x=1 y=0.5 z=0"})
    CHECK(rows_in_one_line(text, row_of_three_words()) == "1, 0.5, 0");
  for (const char* text :
       {"a=1 b=0.5 c=0", "k2=1 k1=0.5 k3=0", "The: 1, cat: 0.5", "1 0.5 0", "0,1; 1,5; 2,7"})
    CHECK(rows_in_one_line(text, row_of_three_words()) == text);
}

TEST_CASE("rows_in_one_line: one row or column in parentheses") {
  for (const char* text : {"(1 0.5 0)", "((1 0.5 0))", "(1, 0.5, 0)"})
    CHECK(rows_in_one_line(text, row_of_three_words()) == "1, 0.5, 0");
  CHECK(rows_in_one_line("(1 0)", {.n_rows = 2, .n_cols = 1}) == "1, 0");
  CHECK(rows_in_one_line("(1 0)", row_of_three_words()) == "(1 0)");
  CHECK(rows_in_one_line("((1 0) (1 1))", kTwoRowsAsked) == "1 0; 1 1");
}

TEST_CASE("rows_in_one_line: the names of the columns in another order are refused") {
  CHECK_REFUSED_FOR(rows_in_one_line("cat: 1, The: 0.5, the: 0", row_of_three_words()),
                    "another order");
}

TEST_CASE("has_decimal_commas: only where commas as points give what is asked for") {
  for (const char* text : {"0,1; 0,2; 0,7", "0,1, 0,2, 0,7", "[0,1 0,2 0,7]", "0,1\n0,2\n0,7"})
    CHECK(has_decimal_commas(text, row_of_three_words()));
  for (const char* text : {"1, 0, 1", "0.1,2; 3", "1,0; 0,1", "1,2,3", "1 2 3", ""})
    CHECK_FALSE(has_decimal_commas(text, row_of_three_words()));
}

const arma::mat kCausal{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
const AnswerContext kSquare{.n_rows = 3, .n_cols = 3, .is_whole = true, .names = {}};

TEST_CASE("typed_mask: signs of many kinds") {
  for (const char* text :
       {"1 0 0; 1 1 0; 1 1 1", "T F F; T T F; T T T", "true false false; true true False; 1 1 1",
        "✓ ✗ ✗\n✓ ✓ ✗\n✓ ✓ ✓", "o x x; o o x; o o o", "100;110;111", "100\n110\n111", "100 110 111",
        "TFF;TTF;TTT", "○××;○○×;○○○", "1 . .; 1 1 .; 1 1 1", "1..;11.;111", "#..;##.;###",
        "1. 0. 0.; 1. 1. 0.; 1. 1. 1.", "yes no no; yes yes no; yes yes yes", "1 - -; 1 1 -; 1 1 1",
        "■□□;■■□;■■■"}) {
    CHECK(difference(typed_mask(text, kSquare), kCausal, 0) == "");
    CHECK(difference(typed_mask(text, {}), kCausal, 0) == "");
  }
}

TEST_CASE("typed_mask: rows of signs must be as wide as the mask") {
  for (const char* text : {"1000;1100;1110", "10;11", "100;11;111", "102;110;111", "1 2; 3 4"})
    CHECK(refusal([&] { typed_mask(text, kSquare); }) != "accepted");
}

TEST_CASE("typed_mask: two signs for a blocked cell leave open which one is meant") {
  const std::pair<const char*, const char*> kMasks[] = {
      {"x . .; x x .; x x x", "'.' and 'x'"}, {"x..;xx.;xxx", "'.' and 'x'"},
      {"X . .; X X .; X X X", "'.' and 'x'"}, {"x 0 0; x x 0; x x x", "'0' and 'x'"},
      {"x00;xx0;xxx", "'0' and 'x'"},         {"- 0 0; - - 0; - - -", "'-' and '0'"},
      {"× □ □; × × □; × × ×", "'×' and '□'"}, {"✗ 0 0; ✗ ✗ 0; ✗ ✗ ✗", "'0' and '✗'"},
      {"f - -; f f -; f f f", "'-' and 'f'"}};
  for (const auto& mask : kMasks) {
    INFO(mask.first);
    CHECK_REFUSED(typed_mask(mask.first, kSquare),
                  std::string(mask.second) +
                      " both stand for a blocked cell. Write 1 where the query may attend to the "
                      "key, and 0 where it may not.");
  }
}

TEST_CASE("typed_mask: two signs for an open cell leave open which one is meant to be blocked") {
  const std::pair<const char*, const char*> kMasks[] = {{"1 o o; 1 1 o; 1 1 1", "'1' and 'o'"},
                                                        {"1OO;11O;111", "'1' and 'o'"},
                                                        {"o # #; o o #; o o o", "'#' and 'o'"},
                                                        {"1 ■ ■; 1 1 ■; 1 1 1", "'1' and '■'"},
                                                        {"○ ■ ■; ○ ○ ■; ○ ○ ○", "'■' and '○'"}};
  for (const auto& mask : kMasks) {
    INFO(mask.first);
    CHECK_REFUSED(typed_mask(mask.first, kSquare),
                  std::string(mask.second) +
                      " both stand for an open cell. Write 1 where the query may attend to the "
                      "key, and 0 where it may not.");
  }
}

TEST_CASE(
    "typed_mask: one sign everywhere blocks or opens every cell, and beside another any may") {
  for (const char* text : {"1 1; 1 1", "1 1.0; 1. 1", "o o; O o", "○ ○; ○ ○", "##;##"})
    CHECK(difference(typed_mask(text, {}), arma::mat(2, 2, arma::fill::ones), 0) == "");
  for (const char* text : {"0 0; 0 0", "0 0.0; 0. 0", "x x; X x", "× ×; × ×", "..;.."})
    CHECK(difference(typed_mask(text, {}), arma::mat(2, 2, arma::fill::zeros), 0) == "");
  CHECK(difference(typed_mask("1 x .; 1 1 0; 1 1 1", kSquare), kCausal, 0) == "");
}

TEST_CASE("typed_mask: the mask that is added to the scores is told what it is") {
  for (const char* text : {"0 -inf; 0 0", "0 -∞; 0 0"})
    CHECK_REFUSED_FOR(typed_mask(text, {}), "added to the scores");
}

using Catch::Matchers::EndsWith;

Reading read_matrix(const std::string& text) {
  return read_answer({.name = "x", .kind = FieldKind::matrix}, text);
}

std::string difference_of(const std::string& text, const arma::mat& expected) {
  const Reading reading = read_matrix(text);
  return reading.value ? difference(*reading.value, expected, 0) : reading.problem;
}

std::string refused(const std::string& text) {
  return refusal([&] { typed_cells(text); });
}

TEST_CASE("read_answer of a matrix: rows and cells may be parted in many ways") {
  const arma::mat expected{{1, 2}, {3, 4}};
  for (const char* text : {"1 2\n3 4", "1 2; 3 4", "1,2;3,4;", " 1 ,\t2 \r\n\r\n 3, 4 \n",
                           "1\t2\r3\t4", "[[1,2],[3,4]]", "[[1. 2.]\n [3. 4.]]", "[1 2; 3 4]",
                           "[ [1, 2]\n, [3 4] ]", "１、２；３、４", "\n1 2;\n3 4"})
    CHECK(difference_of(text, expected) == "");
  CHECK(difference_of("[1, 2,\n 3]", {{1, 2, 3}}) == "");
}

TEST_CASE(
    "read_answer of a matrix: a cell may be arithmetic, and parentheses protect what is inside") {
  CHECK(difference_of("1/4 sqrt( 4 ); 2*(1 + 1), e^0", {{0.25, 2}, {4, 1}}) == "");
  CHECK_THAT(read_matrix("1 2\n3 4x").problem,
             EndsWith("Row 2, column 2: 'x' (character 2): This name is not known."));
  CHECK_THAT(read_matrix("1 / 3").problem,
             EndsWith("Row 1, column 2: '/' (character 1): A number is missing before it."));
}

TEST_CASE("typed_cells: a percent sign belongs to the number before it") {
  CHECK(typed_cells("30% 20 %, 5").front() == std::vector<std::string_view>{"30%", "20 %", "5"});
}

TEST_CASE("typed_cells: empty cells and rows are named") {
  const std::string nothing = ": there is nothing. Write a number there.";
  CHECK(refused("1,,2") == "Row 1, column 2" + nothing);
  CHECK(refused("1 2\n3,") == "Row 2, column 2" + nothing);
  CHECK(refused(",1") == "Row 1, column 1" + nothing);
  CHECK(refused("1;;2") == "Row 2 is empty.");
  CHECK(refused("[[1],[]]") == "Row 2 is empty.");
  for (const char* text : {"", " \n", "[]", "[ ]"})
    CHECK(refused(text) == "There is not one number in it.");
}

TEST_CASE("typed_cells: brackets must match") {
  CHECK(refused("[[1,2],[3,4]") == "A bracket [ is never closed.");
  CHECK(refused("[[1,2],3]") == "'3' stands where the bracket [ of a row was expected.");
  CHECK(refused("[[[1], [2]], [[3], [4]]]")
            .starts_with("A matrix has brackets around it and around each row"));
  CHECK(refused("[1 2] x").starts_with("'x' stands after the last bracket."));
}

TEST_CASE("matrix_of: errors gain the place of their cell") {
  const auto length = [](std::string_view cell) {
    if (cell == "x") throw InputError("no number");
    return static_cast<double>(cell.size());
  };
  CHECK(difference(matrix_of(typed_cells("a bb; c dd"), length), {{1, 2}, {1, 2}}, 0) == "");
  CHECK(refusal([&] { matrix_of(typed_cells("a b; c x"), length); }) ==
        "Row 2, column 2: no number");
}

TEST_CASE("typed_cells: commas that may be decimal ones are refused") {
  CHECK(refused("0,5 0,5; 0,3 0,7") ==
        "Row 1: '0,5 0,5' has commas as well as spaces between its numbers. Write decimals with a "
        "point, as in 1.5. Separate the numbers in one way.");
  CHECK(typed_cells("1, 2 3").front().size() == 3);
}

TEST_CASE("typed_cells: cells and their length have limits") {
  std::string many;
  for (std::size_t i = 0; i < kTypedCells; ++i) many += i % 2 == 0 ? "1 " : "1;";
  CHECK(typed_cells(many).size() == kTypedCells / 2);
  CHECK(refused(many + "1 1") == "A matrix of more than 100000 cells is not read.");
  CHECK(refused("1 " + std::string(301, '7')) ==
        "Row 1, column 2: '777777777777777777777777...' is longer than 300 characters.");
}

TEST_CASE("with_cells_at_commas: products with spaces inside, parted by commas") {
  CHECK(with_cells_at_commas("2 cos(1.5), 2 sin(1.5)", 2) == "(2 cos(1.5)), (2 sin(1.5))");
  CHECK(with_cells_at_commas("[2 cos 1.5, 1 / 3]", 2) == "(2 cos 1.5), (1 / 3)");
  CHECK(with_cells_at_commas("2 pi, 1; 0, 3 √2", 2) == "(2 pi), 1; 0, (3 √2)");
}

TEST_CASE("with_cells_at_commas: where a space may part two numbers, the text stays") {
  for (const char* text : {"1 -1, 2 -2", "1 2, 3 4", "0,5 0,5", "1, 2", "(1 2), 3"})
    CHECK(with_cells_at_commas(text, 2) == text);
  CHECK(with_cells_at_commas("2 pi, 1", 3) == "2 pi, 1");
  CHECK(with_cells_at_commas("2 cos(1), 3", 0) == "2 cos(1), 3");
}

const AnswerContext kWhole{.n_rows = 1,
                           .n_cols = 1,
                           .is_whole = true,
                           .names = {{"d_model", 512}, {"n_heads", 8}, {"theta", 0.5}}};

double value_of(const std::string& text, const AnswerContext& context = kWhole) {
  std::vector<std::string> remarks;
  return typed_number(text, context, remarks).value;
}

std::string refused_number(const std::string& text, const AnswerContext& context = kWhole) {
  return refusal([&] { value_of(text, context); });
}

// 1234567 with a sign after every third digit from the right.
std::string grouped(unsigned value, const std::string& sign) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, sign);
  return text;
}

TEST_CASE("without_name: what stands before the equals sign") {
  for (const char* text : {"= n", "total = n", "f(n, d) = n", "≈ n"})
    CHECK(without_name(text, {"d"}) == "n");
  CHECK(without_name("d = n", {"d"}) == "d = n");
  CHECK(without_name("2 = n", {}) == "2 = n");
}

TEST_CASE("typed_number: grouped digits") {
  for (const char* text :
       {"1,048,576", "1_048_576", "1'048'576", "1’048’576", "1 048 576", "1.048.576", "1048576"})
    CHECK(value_of(text) == 1048576);
  CHECK(value_of("262.144") == 262.144);
  CHECK(value_of("262,144") == 262144);
  CHECK(value_of("1,048,576.5") == 1048576.5);
  CHECK(value_of("4*262,144") == 1048576);
  for (const char* text :
       {"1.2.3", "1.0485.761", "1,5", "10,48,576", "1,0485", "0,333,3", "1 2", "1_5", "512,"})
    CHECK(refused_number(text) != "accepted");
}

TEST_CASE("typed_number: as people and programs write one number") {
  std::vector<std::string> remarks;
  for (const char* text :
       {"512 (parameters)", "512 (個)", "x ≈ 512", "≈512", "\"512\"", "Out[3]: np.int64(512)",
        "about 512.", "0.000512 million", "0.0512万", "512 × 1 ≈ 512"})
    CHECK(typed_number(text, {}, remarks).value == Approx(512));
  const AnswerContext whole{.is_whole = true, .names = {}};
  for (const char* text : {"262{,}144", "262\\,144", "$262{,}144$", "262,144 個です"})
    CHECK(typed_number(text, whole, remarks).value == 262144);
}

TEST_CASE("typed_number: one comma may be a decimal one unless the number is whole") {
  AnswerContext context = kWhole;
  context.is_whole = false;
  CHECK(refused_number("60,611", context)
            .starts_with("'60,611' (character 1): '60,611' may be 60611 or 60.611"));
  CHECK(value_of("60,611.4", context) == 60611.4);
  CHECK(value_of("1,060,611", context) == 1060611);
}

TEST_CASE("without_grouping: any number that is grouped is read as it was") {
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    const auto value = static_cast<unsigned>(std::pow(10.0, 4.0 + 5.0 * random.uniform()));
    for (const char* sign : {",", "_", "'", " "}) {
      INFO(grouped(value, sign));
      CHECK(without_grouping(grouped(value, sign), true, true) == std::to_string(value));
    }
    CHECK(without_grouping(grouped(value, "_"), false, false) == std::to_string(value));
    CHECK(without_grouping(grouped(value, ","), false, true) == grouped(value, ","));
  }
}

TEST_CASE("typed_number: numbers of the page by their names") {
  CHECK(value_of("4*d_model^2") == 1048576);
  CHECK(value_of("d_model/2 - 1") == 255);
  CHECK(value_of("n_heads*d_model") == 4096);
  CHECK(value_of("3θ") == 1.5);
  CHECK(value_of("dmodel") == 512);
  CHECK(refused_number("d_mdel").starts_with(
      "'d_mdel' (character 1): This name is not known. Did you mean "
      "d_model?"));
}

TEST_CASE("typed_number: programs' and hands' spellings") {
  CHECK(value_of("np.log(2)") == std::log(2.0));
  CHECK(value_of("math.sqrt(2)") == std::sqrt(2.0));
  CHECK(value_of("np.pi") == std::numbers::pi);
  CHECK(value_of("ln2") == std::log(2.0));
  CHECK(value_of("log2(8)") == 3.0);
  CHECK(value_of("log10(1000)") == Approx(3.0));
  CHECK(value_of("2*Pi") == 2 * std::numbers::pi);
  CHECK(value_of("2PI") == 2 * std::numbers::pi);
  CHECK(value_of("τ") == 2 * std::numbers::pi);
  CHECK(value_of("1½") == 1.5);
  CHECK(value_of("¾") == 0.75);
  for (const char* text :
       {"3.4x10^-4", "3.4×10^-4", "3.4*10^-4", "3.4e-4", "3.4·10⁻⁴", "3.4 x 10^-4"})
    CHECK(value_of(text) == Approx(3.4e-4).epsilon(1e-14));
  CHECK(value_of("tensor(5.)") == 5);
  CHECK(value_of("[5]") == 5);
  CHECK(value_of("np.float64(0.5)") == 0.5);
  for (const char* text : {"13//4", "floor(13/4)", "int(13/4)", "math.floor(13/4)", "np.int64(3)"})
    CHECK(value_of(text) == 3);
  for (const char* text : {"ceil(13/4)", "math.ceil(13/4)", "⌈13/4⌉", "-floor(-13/4)"})
    CHECK(value_of(text) == 4);
  CHECK(value_of("-13//4") == -4);
  CHECK(value_of("int(-13/4)") == -3);
  CHECK(value_of("32/8 = 4") == 4);
  CHECK(value_of("1/3 ≈ 0.333") == 0.333);
}

TEST_CASE("typed_number: degrees become radians and say so") {
  std::vector<std::string> remarks;
  CHECK(typed_number("90°", {}, remarks).value == Approx(std::numbers::pi / 2));
  CHECK(remarks == std::vector<std::string>{"Degrees were turned into radians: 1.5708."});
}

TEST_CASE("typed_number: degrees inside a formula are not those of the whole") {
  std::vector<std::string> remarks;
  for (const char* text : {"2 cos 30°", "cos(30°)", "2*sin(30)°"})
    CHECK_THROWS_AS(typed_number(text, {}, remarks), InputError);
}

TEST_CASE("typed_number: degrees are refused where no angle is asked for") {
  std::vector<std::string> remarks;
  CHECK_REFUSED(typed_number("360°", {.takes_degrees = false}, remarks),
                "'360°' is an angle, and none is asked for here.");
  CHECK(typed_number("2π", {.takes_degrees = false}, remarks).value ==
        Approx(2 * std::numbers::pi));
}

TEST_CASE("typed_number: a name before it, be it that of another number") {
  std::vector<std::string> remarks;
  const AnswerContext context{.names = {{"n", 512.0}}};
  CHECK(typed_number("n = 1024", context, remarks).value == 1024);
  CHECK(typed_number("n=2*n", context, remarks).value == 1024);
  CHECK(typed_number("n", context, remarks).value == 512);
  CHECK_THROWS_AS(typed_number("2n = 512", context, remarks), InputError);
}

TEST_CASE("typed_number: a number may have its working in parentheses beside it") {
  std::vector<std::string> remarks;
  for (const char* text : {"262144 (512*512)", "262144 (= 512*512)", "262,144 (512 x 512)",
                           "(512*512) 262144", "2^18 (512*512)", "262144 (512*512) parameters",
                           "262144 parameters (512*512)", "262144 (512*512 = 2^18)"}) {
    INFO(text);
    remarks.clear();
    CHECK(typed_number(text, kWhole, remarks).value == 262144);
    CHECK_FALSE(remarks.empty());
  }
  for (const char* text : {"0.69 (ln 2)", "(= ln 2) 0.69", "0.69 (≈ 0.6931)"})
    CHECK(value_of(text, {}) == 0.69);
  for (const char* text : {"20% (1/5)", "0.2 (= 20%)"}) CHECK(value_of(text, {}) == 0.2);
  for (const char* text : {"ln 2 (0.69)", "ln(2) (= 0.693)"})
    CHECK(value_of(text, {}) == std::log(2.0));
}

TEST_CASE("read_typed_number: what may be a range is no difference") {
  for (const char* text : {"600-700", "50-50"})
    CHECK_THAT(refused_number(text), ContainsSubstring("may be a range or a difference"));
  CHECK(value_of("10-3") == 7);
  CHECK(value_of("2-1/2") == 1.5);
}

TEST_CASE("typed_number: what stands in parentheses beside a number is never multiplied silently") {
  CHECK(refused_number("1.609 (ln 4)", {}) ==
        "1.609 and ln 4 are not equal. Write one number; a product has a * between its factors.");
  CHECK(refused_number("0.7 (= ln 3)", {}) == "0.7 and ln 3 are not equal. Write one number.");
  CHECK(refused_number("5 (2*3 = 5)", {}) == "2*3 and 5 are not equal. Write one number.");
  for (const char* text :
       {"512 (512)", "(512) 512", "262144(512*512)", "d_model (512)", "sqrt(4) (2)"}) {
    INFO(text);
    CHECK_THAT(refused_number(text), ContainsSubstring("may be a product"));
  }
  CHECK(value_of("2(3)") == 6);
  CHECK(value_of("512(512)") == 262144);
  CHECK(value_of("(8)(64)") == 512);
  CHECK(value_of("d_model (n_heads + 1)") == 4608);
  CHECK(value_of("d_model (64*8)") == 262144);
}

TEST_CASE("typed_number: a sign before a parenthesis multiplies") {
  for (const char* sign : {"×", " × ", "x", " x ", " X ", "*", " times ", " · ", " ⋅ ", "かける",
                           " 掛ける ", " \\times ", " \\cdot ", "・"}) {
    INFO(sign);
    for (const char* factors : {"(512){}(512)", "d_model {}(8*64)", "512{}(8*64) parameters",
                                "512{}(8*64) = 262144", "8{}(64){}(512)", "256{}(8*128)"})
      CHECK(value_of(fmt::format(fmt::runtime(factors), sign, sign)) == 262144);
    CHECK(value_of(fmt::format("4{}(512^2 + 512)", sign)) == 1050624);
  }
  for (const char* sign : {"*", " · ", " ⋅ ", "かける", " \\times ", " \\cdot "})
    CHECK(value_of(fmt::format("512{}(512)", sign)) == 262144);
  CHECK(value_of("512 + (8*64)") == 1024);
  CHECK(value_of("512 - (8*64)") == 0);
  CHECK(value_of("512 ÷ (8*64)") == 1);
  CHECK(value_of("4 × (= 32/8)") == 4);
  CHECK(value_of("4 times (= 32/8)") == 4);
  CHECK(refused_number("512 × (8*64 = 512)") != "accepted");
}

TEST_CASE("typed_number: a sign that may be the unit multiplies no two equal numbers silently") {
  AnswerContext times = kWhole, numbers = kWhole;
  times.question = "how many times smaller that is.\n";
  numbers.question = "how many numbers are kept.\n";
  for (const char* text : {"4 times (32/8)", "4× (32/8)", "4x (32/8)", "4×(32/8)", "4x (32/8 = 4)",
                           "4 times smaller (32/8)", "4倍 (32/8)", "32/8 times (4)"}) {
    INFO(text);
    CHECK(value_of(text, times) == 4);
  }
  for (const char* text : {"512×(8*64)", "512 x (512)", "512 times (512)", "4× (32/8)"}) {
    INFO(text);
    CHECK_THAT(refused_number(text, numbers), ContainsSubstring("may be a product"));
  }
  for (const AnswerContext& context : {times, numbers}) {
    CHECK(value_of("5× (32/8)", context) == 20);
    CHECK(value_of("2 times (8*64)", context) == 1024);
  }
}

TEST_CASE("typed_number: what has an operation, a share or a unit is no first factor") {
  for (const char* text : {"512*8*64 (262144)", "2^18 (262144)", "512x512 (262144)",
                           "d_model*512 (262144)", "262144 parameters (262144)"})
    CHECK(value_of(text) == 262144);
  for (const char* text : {"0.2 (20 %)", "1/5 (20%)", "20% (0.2)", "20%(0.2)", "20 percent (0.2)"})
    CHECK(value_of(text, {}) == Approx(0.2));
  CHECK(value_of("8*64(512)") == 262144);
  CHECK_THAT(refused_number("(8*64) (512)"), ContainsSubstring("may be a product"));
}

TEST_CASE("typed_number: powers of ten leave digits out") {
  CHECK(value_of("262144 (≈ 2.6e5)") == 262144);
  CHECK(value_of("60611 (6.06e4)", {}) == 60611);
  CHECK(value_of("2*pi*10000^(510/512) ≈ 6.06e4", {}) == 60600);
  CHECK(refused_number("262144 (≈ 2.7e5)") != "accepted");
  CHECK(refused_number("2*pi*10000^(510/512) ≈ 6.05e4", {}) != "accepted");
}

TEST_CASE("typed_number: of a rounded count and an exact one, the exact one") {
  for (const char* text : {"0.26 million (262144)", "2.6e5 (512*512)", "26万 (262144)",
                           "2.6e5 parameters (262,144)", "0.26 million (512*512 = 262144)"}) {
    INFO(text);
    CHECK(value_of(text) == 262144);
  }
  std::vector<std::string> remarks;
  CHECK(typed_number("0.26 million (262144)", kWhole, remarks).value == 262144);
  CHECK(remarks == std::vector<std::string>{"'0.26 million' was left out, and the rest was read."});
  for (const char* text : {"512*512 = 262144 ≈ 2.6e5", "262144 ≈ 0.26 million", "512*512 ≈ 26万"})
    CHECK(value_of(text) == 262144);
  remarks.clear();
  CHECK(typed_number("n = 262144 ≈ 2.6e5", kWhole, remarks).text == "262144");
  CHECK(remarks == std::vector<std::string>{"'2.6e5' was left out, and the rest was read."});
  CHECK(value_of("2.6e5 = 262144") == 262144);
  CHECK(value_of("n ≈ 2.6e5") == 260000);
  CHECK(value_of("0.26 million (262144)", {}) == 260000);
}

TEST_CASE("typed_number: brackets and program words around a number with its working") {
  for (const char* text :
       {"[262144 (512*512)]", "[[262144 (= 512*512)]]", "n = [262144 (512*512)]"})
    CHECK(value_of(text) == 262144);
}

TEST_CASE("typed_number: its text is what it was read from") {
  const auto text_of = [](const std::string& text) {
    std::vector<std::string> remarks;
    return typed_number(text, {}, remarks).text;
  };
  for (const char* text : {"1.61", "1.61 (= 1.6094)", "1.61 (-ln 0.20000)", "(ln 5) 1.61",
                           "x = 1.61", "1.6094 ≈ 1.61", "[1.61 (ln 5)]", "about 1.61."})
    CHECK(text_of(text) == "1.61");
  CHECK(text_of("40.10 % (0.401)") == "40.10 %");
}

TEST_CASE("typed_number: an equation must be true as far as its digits tell") {
  CHECK(value_of("1.1-0.84-0.26=0") == 0);
  CHECK(value_of("0.3 - 0.2 - 0.1 ≈ 0") == 0);
  for (const char* text :
       {"262143 = 512*512", "512*512 = 262143", "1.61 = ln 2 + 1", "0.334 = 1/3", "0.5 = 0.66"})
    CHECK(refused_number(text, {}) != "accepted");
  CHECK(value_of("0.333 = 1/3", {}) == 1.0 / 3);
  CHECK(value_of("33% = 1/3", {}) == 1.0 / 3);
  CHECK(refused_number("34% = 1/3", {}) != "accepted");
  CHECK(value_of("0.66 = 2/3", {}) == 2.0 / 3);  // cut, not rounded
  CHECK(value_of("2.718^2 = 7.389", {}) == 7.389);
  CHECK(value_of("512*512 = 2^18 = 262,144") == 262144);
  CHECK(value_of("7/3 = 2.3", {}) == 2.3);
  CHECK(value_of("20000*pi = 62800", {}) == 62800);
  CHECK(refused_number("262000 = 512*512", kWhole) != "accepted");
}

TEST_CASE("typed_number: what is no number is refused") {
  CHECK(refused_number("32/8 = 5") == "32/8 and 5 are not equal. Write one number.");
  for (const char* text : {"", "=", "0x10", "4 widgets", "1 2", "x", "5 =", "[1, 2]"})
    CHECK(refused_number(text) != "accepted");
}

TEST_CASE("typed_cell: a cell may be a share") {
  CHECK(typed_cell("40.1%", {}) == Approx(0.401));
  CHECK(typed_cell("1_000", {}) == 1000);
  CHECK(refusal([] { typed_cell("4x", {}); }) != "accepted");
  CHECK(refusal([] { typed_cell("1,000", {}); }) != "accepted");
}

TEST_CASE("answer_and_working: parentheses behind a number or before it") {
  const auto behind = answer_and_working(" 262144 (= 512*(256 + 256)) ");
  REQUIRE(behind);
  CHECK(behind->answer == "262144");
  CHECK(behind->working == "512*(256 + 256)");
  CHECK((behind->says_equal && behind->is_parted && behind->is_behind));
  const auto product = answer_and_working("2(3)");
  REQUIRE(product);
  CHECK_FALSE((product->says_equal || product->is_parted));
  const auto before = answer_and_working("(ln 2) 0.69");
  REQUIRE(before);
  CHECK((before->answer == "0.69" && before->working == "ln 2" && !before->is_behind));
  for (const char* text : {"", "(", ")", "()", "(1)", "1)", "((1) 2", "512", "(1 + 2)*3", "(2)3"})
    CHECK_FALSE(answer_and_working(text));
}

TEST_CASE("parts_between: an equals sign in parentheses parts nothing") {
  using Sides = std::vector<std::string>;
  CHECK(parts_between("a=b=c", '=') == Sides{"a", "b", "c"});
  CHECK(parts_between("5 (= 2 + 3)", '=') == Sides{"5 (= 2 + 3)"});
  CHECK(parts_between("=5", '=') == Sides{"", "5"});
  CHECK(parts_between("", '=') == Sides{""});
}

}  // namespace
