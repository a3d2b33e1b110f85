#include "practice/answer/written_digits.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("typed_decimals: zeros at the end count", "[practice][answer]") {
  CHECK(typed_decimals("0.7310") == 4);
  CHECK(typed_decimals("30.0") == 1);
  CHECK(typed_decimals("30") == 0);
  CHECK(typed_decimals("") == 0);
  CHECK(typed_decimals("3.") == 0);
  CHECK(typed_decimals(".5") == 1);
}

TEST_CASE("typed_decimals: of several numbers, the most", "[practice][answer]") {
  CHECK(typed_decimals("[0.25 0.250; 1 0.5]") == 3);
  CHECK(typed_decimals("1 0; 0 1") == 0);
}

TEST_CASE("typed_decimals: percentages and powers of ten move the point", "[practice][answer]") {
  CHECK(typed_decimals("40.10%") == 4);
  CHECK(typed_decimals("7.310e-1") == 4);
  CHECK(typed_decimals("7e-1") == 1);
  CHECK(typed_decimals("40%") == 2);
  CHECK(typed_decimals("6.06e4") == 0);
  CHECK(typed_decimals("1.5e+1") == 0);
  CHECK(typed_decimals("1.5e99999999999999999999") >= 0);
  CHECK(typed_decimals("0." + std::string(1000, '0')) == 12);
}

TEST_CASE("typed_decimals: only of fields of numbers", "[practice][answer]") {
  const Field matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(typed_decimals(matrix, "tensor([[0.7310]], dtype=torch.float64)") == 4);
  CHECK(typed_decimals({.name = "x", .kind = FieldKind::choice}, "0.25") == 0);
}

TEST_CASE("decimals_of_one: below zero where a power of ten leaves digits out",
          "[practice][answer]") {
  CHECK(decimals_of_one("2.6e5") == -4);
  CHECK(decimals_of_one("-1e3") == -3);
  CHECK(decimals_of_one("2.60e1") == 1);
  CHECK(decimals_of_one("0.70") == 2);
  CHECK(decimals_of_one("62800") == 0);
  CHECK(decimals_of_one("") == 0);
}

TEST_CASE("typed_in_cells: the decimals of each cell", "[practice][answer]") {
  const Field matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(typed_in_cells(matrix, "0.100 0.2 3", {{0.1, 0.2, 3}}) == std::vector{3, 1, 0});
  CHECK(typed_in_cells(matrix, "[[0.10, .5], [-0.40, 1]]", {{0.1, 0.5}, {-0.4, 1}}) ==
        std::vector{2, 2, 1, 0});
  CHECK(typed_in_cells(matrix, "40.10% 1.50e-1", {{0.401, 0.15}}) == std::vector{4, 3});
  CHECK(typed_in_cells(matrix, "0.10 0.1", {{0.1, 0.1}}) == std::vector{2, 2});  // of equal ones
  CHECK(typed_in_cells(matrix, "2/5 0.5", {{0.4, 0.5}}) == std::vector{12, 1});
  CHECK(typed_in_cells({.name = "x", .kind = FieldKind::choice}, "0.1", arma::mat{}).empty());
}
