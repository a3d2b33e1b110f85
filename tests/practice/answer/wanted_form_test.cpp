#include "practice/answer/wanted_form.hpp"

#include "practice/recipe/worksheet.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

std::string form_of(const std::string& name) {
  Worksheet worksheet(practice_exercise());
  return wanted_form(practice_exercise().field(name), worksheet.numbers(name));
}

std::string number_form(const Tolerance& tolerance) {
  Field field{.name = "x"};
  field.tolerance = tolerance;
  return wanted_form(field, arma::mat{1.0});
}

Tolerance significant(int digits) {
  Tolerance tolerance;
  tolerance.significant = digits;
  return tolerance;
}

Tolerance decimals(int digits) {
  Tolerance tolerance;
  tolerance.decimals = digits;
  return tolerance;
}

}  // namespace

TEST_CASE("wanted_form: says shape and digits, or what to choose from", "[practice][wanted_form]") {
  CHECK(form_of("scores") == "2 × 2, whole numbers");
  CHECK(form_of("weights") == "2 × 2, to 3 decimals");
  CHECK(form_of("output") == "2 × 2, within 0.01");
  CHECK(form_of("mask") == "2 × 2 of 1 (may attend) and 0");
  CHECK(form_of("open") == "a whole number");
  CHECK(form_of("why") == "one of a, b, c");
  CHECK(form_of("cost") == "a formula in n and d");
  CHECK(form_of("strongest") == "1 pairs such as cat->sat, the highest first");
  CHECK(form_of("guess") == "1 of these, the highest first: cat, sat");
}

TEST_CASE("wanted_form: exact numbers are told by what they look like", "[practice][wanted_form]") {
  const Field number{.name = "x"}, matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(wanted_form(number, single_cell(4)) == "a whole number");
  CHECK(wanted_form(number, single_cell(0.5)) == "an exact number, such as 1/3 or sqrt(2)");
  CHECK(wanted_form(matrix, arma::rowvec{512, 4096}) == "two whole numbers");
  CHECK(wanted_form(matrix, arma::rowvec{1, 2, 3}) == "3 whole numbers in a row");
  CHECK(wanted_form(matrix, arma::vec{1, 2}) == "2 × 1, whole numbers");
  CHECK(wanted_form(matrix, arma::rowvec{1, 0.5}) == "1 × 2, exact numbers such as 1/3");
}

TEST_CASE("wanted_form: digits are named as they are counted", "[practice][wanted_form]") {
  CHECK(number_form(decimals(0)) == "a number, to the nearest whole number");
  CHECK(number_form(decimals(1)) == "a number, to 1 decimal");
  CHECK(number_form(significant(4)) == "a number, to 4 significant digits");
  CHECK(number_form({.absolute = 0.01, .relative = 0.001}) == "a number, within 0.01 / 0.1 %");
}

TEST_CASE("wanted_form: many items are not all listed", "[practice][wanted_form]") {
  Field list{.name = "x", .kind = FieldKind::list};
  for (char c = 'a'; c <= 'z'; ++c) list.items.emplace_back(1, c);
  list.count = 2;
  list.is_ordered = false;
  CHECK(wanted_form(list, {}) == "2 of these: a, b, c, d, e, f and so on, 26 in all");
}

TEST_CASE("allowed_text: half a unit of the last digit, without the little on top",
          "[practice][wanted_form]") {
  CHECK(allowed_text(practice_exercise().field("weights").tolerance) == "0.0005");
  CHECK(allowed_text(practice_exercise().field("scores").tolerance).empty());
  CHECK(allowed_text(significant(4)) == "half a unit of digit 4");
  CHECK(allowed_sentence(significant(4)) == "An error of half a unit of digit 4 is allowed.");
  CHECK(allowed_sentence(decimals(2)) == "An error of 0.005 is allowed.");
  CHECK(allowed_sentence({}).empty());
  CHECK(asked_tolerance({.absolute = 1e-12, .relative = 1e-12}).absolute == 0.0);
}

TEST_CASE("asked_decimals: those of the question, or those that the tolerance leaves",
          "[practice][wanted_form]") {
  CHECK(asked_decimals(decimals(3)) == 3);
  CHECK(asked_decimals({.absolute = 0.01}) == 2);
  CHECK(asked_decimals({.absolute = 0.05}) == 1);
  CHECK(asked_decimals({.absolute = 5}) == -1);
  CHECK_FALSE(asked_decimals({.relative = 0.01}));
  CHECK_FALSE(asked_decimals({}));
}
