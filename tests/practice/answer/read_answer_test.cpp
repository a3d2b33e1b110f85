#include "practice/answer/read_answer.hpp"

#include "practice/formula/arithmetic.hpp"
#include "practice/formula/growth.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

Reading read(FieldKind kind, const std::string& text, const AnswerContext& context = {}) {
  Field field{.name = "x", .kind = kind};
  field.variables = {"n", "d"};
  field.options = {{"a", {"It falls.", "下がる。"}, {}}, {"b", {"It grows", "上がる"}, {}}};
  field.items = {"cat", "sat"};
  return read_answer(field, text, context);
}

}  // namespace

TEST_CASE("read_answer: every kind becomes a matrix", "[practice][read_answer]") {
  CHECK(difference(*read(FieldKind::number, "1/4").value, arma::vec{0.25}, 0) == "");
  CHECK(difference(*read(FieldKind::matrix, "1 2; 3 4").value, {{1, 2}, {3, 4}}, 0) == "");
  CHECK(difference(*read(FieldKind::mask, "1 0; true False").value, {{1, 0}, {1, 0}}, 0) == "");
  CHECK(difference(*read(FieldKind::choice, "b").value, arma::vec{1}, 0) == "");
  CHECK(difference(*read(FieldKind::label, "it falls").value, arma::vec{0}, 0) == "");
  CHECK_FALSE(read(FieldKind::label, "it stays").value);
  CHECK(difference(*read(FieldKind::list, "sat, cat").value, {{1, 0}}, 0) == "");
  const Reading formula = read(FieldKind::expression, "4 n d");
  CHECK(difference(*formula.value, arma::vec(sampled("4*n*d", {"n", "d"})), 0) == "");
}

TEST_CASE("read_answer: an order of growth is told by its growth", "[practice][read_answer]") {
  Field field{.name = "x", .kind = FieldKind::expression};
  field.variables = {"n", "d"};
  field.is_order = true;
  const Reading reading = read_answer(field, "O(n² d)");
  CHECK(difference(*reading.value, arma::vec(growth("3*n^2*d", {"n", "d"})), 0) == "");
}

TEST_CASE("read_answer: a percent sign means a hundredth", "[practice][read_answer]") {
  for (const char* text : {"30%", "30 %", "３０％", "30 percent", "30パーセント"})
    CHECK(difference(*read(FieldKind::number, text).value, arma::vec{0.3}, 1e-15) == "");
  CHECK(difference(*read(FieldKind::matrix, "30% 70 %").value, {{0.3, 0.7}}, 1e-15) == "");
  CHECK(difference(*read(FieldKind::matrix, "30% .7").value, {{0.3, 0.7}}, 1e-15) == "");
  CHECK(difference(*read(FieldKind::matrix, "30 70").value, {{30, 70}}, 0) == "");
}

TEST_CASE("read_answer: the context tells a shape from a product", "[practice][read_answer]") {
  const AnswerContext shape{.n_rows = 1, .n_cols = 2, .is_whole = true, .names = {{"n", 512}}};
  for (const char* text : {"512×4096", "512 x 4096", "(512, 4096)", "[512, 4096]", "n × 4096",
                           "torch.Size([512, 4096])", "512 4096", "512; 4096", "shape = 512*4096"})
    CHECK(difference(*read(FieldKind::matrix, text, shape).value, {{512, 4096}}, 0) == "");
  CHECK(difference(*read(FieldKind::matrix, "2*3").value, arma::vec{6}, 0) == "");
}

TEST_CASE("read_answer: a matrix may be multiplied and divided by a number",
          "[practice][read_answer]") {
  const AnswerContext named{.names = {{"d_k", 4}}};
  for (const char* text :
       {"[[2, 4], [6, 8]]/sqrt(d_k)", "[[2, 4], [6, 8]] / 2", "1/sqrt(d_k) * [[2, 4], [6, 8]]",
        "scaled = [[2, 4], [6, 8]] * 0.5", "[2 4; 6 8] / 4 * 2"}) {
    INFO(text);
    const Reading reading = read(FieldKind::matrix, text, named);
    REQUIRE(reading.value);
    CHECK(difference(*reading.value, {{1, 2}, {3, 4}}, 1e-15) == "");
  }
  CHECK(difference(*read(FieldKind::matrix, "[2, 4]/2").value, {{1, 2}}, 0) == "");
  for (const char* text : {"[[1, 2]]/0", "[[1, 2]]/unknown", "[1, 2]/[3, 4]", "[[1, 2]] 3",
                           "[1, 2]\n[3, 4]/2", "[[1, 2]]**2"})
    CHECK_FALSE(read(FieldKind::matrix, text).value);
}

TEST_CASE("read_answer: line ends that were typed as \\n part rows", "[practice][read_answer]") {
  CHECK(difference(*read(FieldKind::matrix, "1 2\\n3 4\\n").value, {{1, 2}, {3, 4}}, 0) == "");
}

TEST_CASE("read_answer: a column is turned where one row is asked for, and says so",
          "[practice][read_answer]") {
  const AnswerContext row{.n_rows = 1, .n_cols = 3, .is_whole = false, .names = {}};
  const Reading turned = read(FieldKind::matrix, "1\n2\n3", row);
  CHECK(difference(*turned.value, {{1, 2, 3}}, 0) == "");
  CHECK(turned.remarks ==
        std::vector<std::string>{"The column was read as the one row that is asked for."});
  const AnswerContext column{.n_rows = 3, .n_cols = 1, .is_whole = false, .names = {}};
  CHECK(arma::size(*read(FieldKind::matrix, "1 2 3", column).value) == arma::SizeMat(3, 1));
  CHECK(read(FieldKind::matrix, "1\n2\n3", column).remarks.empty());
  CHECK(arma::size(*read(FieldKind::matrix, "1\n2", row).value) == arma::SizeMat(2, 1));
}

TEST_CASE("read_answer: formulas by hand", "[practice][read_answer]") {
  const auto same = [](const std::string& text, const std::string& formula) {
    const Reading reading = read(FieldKind::expression, text);
    INFO(text << ": " << reading.problem);
    REQUIRE(reading.value);
    CHECK(difference(*reading.value, arma::vec(sampled(formula, {"n", "d"})), 1e-9) == "");
  };
  for (const char* text : {"3ND^2", "3 n d d", "$3nd^{2}$", "= 3nd²", "MAC = 3nd^2",
                           "f(n, d) = 3nd²", "3 \\cdot n \\times d^2", "\\frac{6}{2}nd^2"})
    same(text, "3*n*d^2");
  CHECK(read(FieldKind::expression, "3ND^2").formula->at({{"n", 2}, {"d", 3}}) == 54);
  CHECK_FALSE(read(FieldKind::number, "3").formula);
  same("½n", "n/2");
  same("√(d)", "d^0.5");
  CHECK_THAT(read(FieldKind::expression, "3nd2").problem,
             ContainsSubstring("A power is written with ^. Did you mean nd^2?"));
}

TEST_CASE("read_answer: a problem says what was expected and what stands there",
          "[practice][read_answer][error]") {
  CHECK(read(FieldKind::number, "abc").problem ==
        "A number such as 2.5, 1/3 or sqrt(2) was expected. 'abc' (character 1): This name is not "
        "known.");
  CHECK(read(FieldKind::matrix, "1 2; 3 x").problem ==
        "A matrix was expected: a row on each line or before each semicolon, spaces or commas "
        "between its numbers and none inside one (1/3). Row 2, column 2: 'x' (character 1): This "
        "name is not known.");
  CHECK_THAT(read(FieldKind::mask, "1 0; 110").problem,
             ContainsSubstring("All rows must have the same number of values"));
  CHECK_THAT(read(FieldKind::mask, "10; 110").problem,
             Catch::Matchers::EndsWith(
                 "Row 1, column 1: '10' is neither 1 (may attend) nor 0. Leave a space "
                 "between two cells."));
  CHECK(read(FieldKind::choice, "xyz").problem ==
        "'xyz' is not one of the choices. Choose from: a, b.");
  CHECK(read(FieldKind::list, "caat").problem ==
        "A list was expected, with commas between its items. 'caat' cannot be listed. Did you mean "
        "cat?");
  CHECK(read(FieldKind::expression, " O(nd²)").problem ==
        "A formula in these variables was expected: n, d. An exact formula is asked for: write it "
        "without O( ).");
  CHECK_THAT(read(FieldKind::expression, "n = 2d").problem,
             Catch::Matchers::EndsWith("Write only what stands on one side of the equals sign."));
  CHECK(read(FieldKind::expression, "4q").problem ==
        "A formula in these variables was expected: n, d. 'q' (character 2): This name is not "
        "known. The variables are: n, d.");
}

TEST_CASE("read_answer: what is unreadable has no value", "[practice][read_answer][error]") {
  for (const FieldKind kind :
       {FieldKind::number, FieldKind::matrix, FieldKind::mask, FieldKind::choice, FieldKind::list,
        FieldKind::expression, FieldKind::label})
    for (const char* text : {"", " \n", "\u200B", "1\xFF"}) {
      const Reading reading = read(kind, text);
      CHECK_FALSE(reading.value);
      CHECK(reading.problem != "");
    }
}

TEST_CASE("read_answer: a problem quotes what was typed, not what it was read as",
          "[practice][read_answer]") {
  CHECK_THAT(read(FieldKind::number, "０、５").problem,
             ContainsSubstring("'０、５' (character 1): Write decimals with a point"));
  CHECK_THAT(read(FieldKind::label, "３").problem, ContainsSubstring("'３'"));
}

TEST_CASE("read_answer: a middle dot beside a name is a product, and says so",
          "[practice][read_answer]") {
  CHECK(read(FieldKind::number, "2・(3)").remarks ==
        std::vector<std::string>{"'・' was read as a multiplication sign."});
  CHECK(read(FieldKind::number, "2・3").remarks.empty());
}

TEST_CASE("read_answer: words and units around a number are told", "[practice][read_answer]") {
  const auto remark = [](const char* words) {
    return std::vector<std::string>{std::string("'") + words +
                                    "' was left out, and the rest was read."};
  };
  CHECK(read(FieldKind::number, "about 0.06").remarks == remark("about"));
  CHECK(read(FieldKind::number, "x = 約 3").remarks == remark("約"));
  CHECK(read(FieldKind::expression, "about n").remarks == remark("about"));
  CHECK(read(FieldKind::expression, "x = 約 n").remarks == remark("約"));
  CHECK(read(FieldKind::matrix, "about 1 2", {.n_rows = 1, .n_cols = 2}).remarks ==
        remark("about"));
  CHECK_THAT(read(FieldKind::number, "moved by 0.06").problem,
             ContainsSubstring("'moved' (character 1): This name is not known. Write a number or "
                               "formula alone, without a sentence around it."));
  const AnswerContext how_many{.question = "how many query heads share it."};
  CHECK(read(FieldKind::number, "4 heads", how_many).remarks.empty());
  CHECK(read(FieldKind::number, "4 tokens", how_many).remarks == remark("tokens"));
  CHECK(read(FieldKind::number, "layer 4", how_many).remarks == remark("layer"));
  for (const char* noun : {"行", "列", "語", "例", "倍", "dim", "rad"})
    CHECK(read(FieldKind::number, std::string("4 ") + noun, how_many).remarks == remark(noun));
  const AnswerContext of_gradient{.question = "the gradient of the alternatives, in radians."};
  CHECK(read(FieldKind::number, "4 nat", of_gradient).remarks == remark("nat"));
  CHECK(read(FieldKind::number, "4 rad", of_gradient).remarks.empty());
  CHECK(read(FieldKind::number, "4 rad", {.question = "the gradient"}).remarks == remark("rad"));
  for (const char* noun : {"kv", "層"})
    CHECK(read(FieldKind::number, std::string(noun) + " 4", how_many).remarks == remark(noun));
  for (const char* text : {"4 個", "4つ", "4 本", "4x", "4 ×", "No. 4", "第4"})
    CHECK(read(FieldKind::number, text, how_many).remarks.empty());
}

TEST_CASE("read_answer: a raised dot is a product, and says so", "[practice][read_answer]") {
  for (const std::string dot : {"·", "⋅", "∙"})
    CHECK(read(FieldKind::number, "2" + dot + "3").remarks ==
          std::vector<std::string>{"'" + dot + "' was read as a multiplication sign."});
}

TEST_CASE("read_answer: only numbers have remarks about their signs", "[practice][read_answer]") {
  CHECK(read(FieldKind::number, "−1").remarks.size() == 1);
  CHECK(read(FieldKind::label, "it–falls").remarks.empty());
}

TEST_CASE("read_answer: decimal commas are told so, and not a wrong shape",
          "[practice][read_answer][error]") {
  const Field field{.name = "weights", .kind = FieldKind::matrix};
  const AnswerContext row{.n_rows = 1, .n_cols = 3};
  CHECK(read_answer(field, "0,1; 0,2; 0,7", row).problem.find("decimal commas") !=
        std::string::npos);
  const AnswerContext pair{.n_rows = 1, .n_cols = 2};
  CHECK(read_answer(field, "0,141; 1,995", pair).problem.find("decimal commas") !=
        std::string::npos);
  CHECK(read_answer(field, "1,2,3", row).value);
  CHECK(read_answer(field, "1,2; 3,4", row).value);
}
