#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Field numbers(Tolerance tolerance, FieldKind kind = FieldKind::matrix) {
  return {.name = "weights", .kind = kind, .tolerance = tolerance};
}

std::string turned(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const Diagnosis diagnosis = turned_truth(field, given, truth);
  CHECK(diagnosis.text.empty() == diagnosis.turned.empty());
  return diagnosis.turned;
}

const arma::mat kShares{{0.7, 0.3}, {0.1, 0.9}};

}  // namespace

TEST_CASE("turned_truth: case 9, 30 % where 0.3 is asked for", "[practice][diagnose]") {
  const Field number = numbers({.absolute = 0.005}, FieldKind::number);
  CHECK(turned(number, single_cell(30), single_cell(0.3)) == "percentage");
  CHECK(turned(number, single_cell(30.2), single_cell(0.3)) ==
        "percentage");  // half a unit of the percentage
  CHECK(turned(number, single_cell(32), single_cell(0.3)) == "");
  CHECK(turned(numbers({.absolute = 0.005}), 100.0 * kShares, kShares) == "percentage");
  CHECK(turned(numbers({}), single_cell(12800), single_cell(128)) == "");  // a count is no share
  CHECK(turned(number, single_cell(0.4), single_cell(0)) == "");
}

TEST_CASE("turned_truth: a square matrix transposed", "[practice][diagnose]") {
  CHECK(turned(numbers({.absolute = 0.01}), kShares.t(), kShares) == "transposed");
}

TEST_CASE("turned_truth: the other sign, and rows in another order", "[practice][diagnose]") {
  CHECK(turned(numbers({}), -kShares, kShares) == "negated");
  CHECK(turned(numbers({}), arma::flipud(kShares), kShares) == "rows_in_another_order");
}

TEST_CASE("turned_truth: digits that were rounded away", "[practice][diagnose]") {
  const Field field = numbers({.absolute = 0.0005, .decimals = 3});
  CHECK(turned(field, {{0.25, 0.75}}, {{0.248, 0.752}}) == "too_few_digits");
  CHECK(turned(field, {{0.30, 0.70}}, {{0.248, 0.752}}) == "");
  // A slip that rounding cannot explain.
  CHECK(turned(numbers({.absolute = 0.01}), {{0.28, 0.28, 0.44}}, {{0.248, 0.248, 0.503}}) == "");
  // An answer that may be off by a tenth of itself anyway is not "nearly right" at twice its size.
  CHECK(turned(numbers({.absolute = 0.1}), {{0.9, 0.1}}, {{0.5, 0.5}}) == "");
}

TEST_CASE("turned_truth: a mask the other way round", "[practice][diagnose]") {
  const Field mask = numbers({}, FieldKind::mask);
  CHECK(turned(mask, {{0, 1}, {0, 0}}, {{1, 0}, {1, 1}}) == "mask_reversed");
  CHECK(turned(mask, {{1, 1}, {0, 1}}, {{1, 0}, {1, 1}}) == "transposed");
  CHECK(turned(mask, {{1, 1}, {1, 1}}, {{1, 0}, {1, 1}}) == "");
}

TEST_CASE("turned_truth: the right items in another order", "[practice][diagnose]") {
  Field list{.name = "ranking", .kind = FieldKind::list, .count = 3};
  const arma::mat scores = arma::mat{{0.1, 0.9, 0.5, 0.4}}.t();
  CHECK(turned(list, {{2, 1, 3}}, scores) == "another_order");
  CHECK(turned(list, {{2, 1, 0}}, scores) == "");
  list.is_ordered = false;
  CHECK(turned(list, {{2, 1, 0}}, scores) == "");
}
