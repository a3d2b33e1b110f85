#include "practice/answer/typed_matrix.hpp"

#include "base/message.hpp"
#include "data/test_files.hpp"
#include "practice/answer/read_answer.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;
using Catch::Matchers::EndsWith;

namespace {

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

}  // namespace

TEST_CASE("read_answer of a matrix: rows and cells may be parted in many ways",
          "[practice][typed_matrix]") {
  const arma::mat expected{{1, 2}, {3, 4}};
  for (const char* text : {"1 2\n3 4", "1 2; 3 4", "1,2;3,4;", " 1 ,\t2 \r\n\r\n 3, 4 \n",
                           "1\t2\r3\t4", "[[1,2],[3,4]]", "[[1. 2.]\n [3. 4.]]", "[1 2; 3 4]",
                           "[ [1, 2]\n, [3 4] ]", "１、２；３、４", "\n1 2;\n3 4"})
    CHECK(difference_of(text, expected) == "");
  CHECK(difference_of("[1, 2,\n 3]", {{1, 2, 3}}) == "");
}

TEST_CASE(
    "read_answer of a matrix: a cell may be arithmetic, and parentheses protect what is inside",
    "[practice][typed_matrix]") {
  CHECK(difference_of("1/4 sqrt( 4 ); 2*(1 + 1), e^0", {{0.25, 2}, {4, 1}}) == "");
  CHECK_THAT(read_matrix("1 2\n3 4x").problem,
             EndsWith("Row 2, column 2: 'x' (character 2): This name is not known."));
  CHECK_THAT(read_matrix("1 / 3").problem,
             EndsWith("Row 1, column 2: '/' (character 1): A number is missing before it."));
}

TEST_CASE("typed_cells: a percent sign belongs to the number before it",
          "[practice][typed_matrix]") {
  CHECK(typed_cells("30% 20 %, 5").front() == std::vector<std::string_view>{"30%", "20 %", "5"});
}

TEST_CASE("typed_cells: empty cells and rows are named", "[practice][typed_matrix][error]") {
  const std::string nothing = ": there is nothing. Write a number there.";
  CHECK(refused("1,,2") == "Row 1, column 2" + nothing);
  CHECK(refused("1 2\n3,") == "Row 2, column 2" + nothing);
  CHECK(refused(",1") == "Row 1, column 1" + nothing);
  CHECK(refused("1;;2") == "Row 2 is empty.");
  CHECK(refused("[[1],[]]") == "Row 2 is empty.");
  for (const char* text : {"", " \n", "[]", "[ ]"})
    CHECK(refused(text) == "There is not one number in it.");
}

TEST_CASE("typed_cells: brackets must match", "[practice][typed_matrix][error]") {
  CHECK(refused("[[1,2],[3,4]") == "A bracket [ is never closed.");
  CHECK(refused("[[1,2],3]") == "'3' stands where the bracket [ of a row was expected.");
  CHECK(refused("[[[1], [2]], [[3], [4]]]")
            .starts_with("A matrix has brackets around it and around each row"));
  CHECK(refused("[1 2] x").starts_with("'x' stands after the last bracket."));
}

TEST_CASE("matrix_of: errors gain the place of their cell", "[practice][typed_matrix][error]") {
  const auto length = [](std::string_view cell) {
    if (cell == "x") throw InputError("no number");
    return static_cast<double>(cell.size());
  };
  CHECK(difference(matrix_of(typed_cells("a bb; c dd"), length), {{1, 2}, {1, 2}}, 0) == "");
  CHECK(refusal([&] { matrix_of(typed_cells("a b; c x"), length); }) ==
        "Row 2, column 2: no number");
}

TEST_CASE("typed_cells: commas that may be decimal ones are refused",
          "[practice][typed_matrix][error]") {
  CHECK(refused("0,5 0,5; 0,3 0,7") ==
        "Row 1: '0,5 0,5' has commas as well as spaces between its numbers. Write decimals with a "
        "point, as in 1.5. Separate the numbers in one way.");
  CHECK(typed_cells("1, 2 3").front().size() == 3);
}

TEST_CASE("typed_cells: cells and their length have limits", "[practice][typed_matrix][error]") {
  std::string many;
  for (std::size_t i = 0; i < kTypedCells; ++i) many += i % 2 == 0 ? "1 " : "1;";
  CHECK(typed_cells(many).size() == kTypedCells / 2);
  CHECK(refused(many + "1 1") == "A matrix of more than 100000 cells is not read.");
  CHECK(refused("1 " + std::string(301, '7')) ==
        "Row 1, column 2: '777777777777777777777777...' is longer than 300 characters.");
}

TEST_CASE("with_cells_at_commas: products with spaces inside, parted by commas",
          "[practice][typed_matrix]") {
  CHECK(with_cells_at_commas("2 cos(1.5), 2 sin(1.5)", 2) == "(2 cos(1.5)), (2 sin(1.5))");
  CHECK(with_cells_at_commas("[2 cos 1.5, 1 / 3]", 2) == "(2 cos 1.5), (1 / 3)");
  CHECK(with_cells_at_commas("2 pi, 1; 0, 3 √2", 2) == "(2 pi), 1; 0, (3 √2)");
}

TEST_CASE("with_cells_at_commas: where a space may part two numbers, the text stays",
          "[practice][typed_matrix]") {
  for (const char* text : {"1 -1, 2 -2", "1 2, 3 4", "0,5 0,5", "1, 2", "(1 2), 3"})
    CHECK(with_cells_at_commas(text, 2) == text);
  CHECK(with_cells_at_commas("2 pi, 1", 3) == "2 pi, 1");
  CHECK(with_cells_at_commas("2 cos(1), 3", 0) == "2 cos(1), 3");
}
