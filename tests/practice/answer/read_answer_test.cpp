#include "practice/answer/read_answer.hpp"

#include "practice/formula/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

Reading read(FieldKind kind, const std::string& text) {
  Field field{.name = "x", .kind = kind};
  field.variables = {"n", "d"};
  field.options = {{"a", {"It falls.", "下がる。"}, {}}, {"b", {"It grows", "上がる"}, {}}};
  field.items = {"cat", "sat"};
  return read_answer(field, text);
}

}  // namespace

TEST_CASE("read_answer: every kind becomes a matrix", "[practice][read_answer]") {
  CHECK(difference(*read(FieldKind::number, "1/4").value, arma::vec{0.25}, 0) == "");
  CHECK(difference(*read(FieldKind::matrix, "1 2; 3 4").value, {{1, 2}, {3, 4}}, 0) == "");
  CHECK(difference(*read(FieldKind::mask, "1 0; true False").value, {{1, 0}, {1, 0}}, 0) == "");
  CHECK(difference(*read(FieldKind::choice, "b").value, arma::vec{1}, 0) == "");
  CHECK(difference(*read(FieldKind::label, "it falls").value, arma::vec{0}, 0) == "");
  CHECK(difference(*read(FieldKind::label, "it stays").value, arma::vec{-1}, 0) == "");
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

TEST_CASE("read_answer: a percent sign is remembered", "[practice][read_answer]") {
  for (const char* text : {"30%", "30 %", "３０％"}) {
    const Reading reading = read(FieldKind::number, text);
    CHECK(difference(*reading.value, arma::vec{30}, 0) == "");
    CHECK(reading.is_percentage);
  }
  CHECK(read(FieldKind::matrix, "30% 70 %").is_percentage);
  CHECK_FALSE(read(FieldKind::matrix, "30 70").is_percentage);
  CHECK_THAT(
      read(FieldKind::matrix, "30% 70").problem,
      Catch::Matchers::EndsWith("Some of the values have a percent sign and some have none."));
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
  CHECK(read(FieldKind::choice, "c").problem ==
        "'c' is not one of the choices. Choose from: a, b.");
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

TEST_CASE("read_answer: only numbers have remarks about their signs", "[practice][read_answer]") {
  CHECK(read(FieldKind::number, "−1").remarks.size() == 1);
  CHECK(read(FieldKind::label, "it–falls").remarks.empty());
}
