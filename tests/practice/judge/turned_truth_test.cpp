#include "practice/judge/turned_truth.hpp"

#include <cmath>

#include "practice/course/course.hpp"
#include "practice/notation/plain_number.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

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
  arma::mat column = arma::regspace(1, 40);  // long enough to be sorted in parts
  column.elem(arma::regspace<arma::uvec>(0, 2, 38)).fill(arma::datum::nan);
  CHECK(turned(numbers({}), column, arma::regspace(1, 40)) == "");
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

TEST_CASE("turned_truth: some signs, the decimal point, digits cut off", "[practice][diagnose]") {
  const Field field = numbers({.absolute = 0.005, .decimals = 2});
  CHECK(turned(field, {{0.71, -1.37}}, {{0.71, 1.37}}) == "signs");
  CHECK(turned(field, {{7.13, 13.67}}, {{0.713, 1.367}}) == "decimal_point");
  CHECK(turned(field, {{0.71, 1.36}}, {{0.714, 1.367}}) == "cut_off");
}

TEST_CASE("turned_truth: digits that were written as zeros are not missing",
          "[practice][diagnose]") {
  const Field field = numbers({.absolute = 0.00005, .decimals = 4}, FieldKind::number);
  const arma::mat truth = single_cell(0.731059);
  CHECK(turned_truth(field, single_cell(0.731), truth).turned == "too_few_digits");
  CHECK(turned_truth(field, single_cell(0.731), truth, 4).turned == "cut_off");
  CHECK(turned_truth(field, single_cell(0.73), truth, 2).turned == "too_few_digits");
  CHECK(turned_truth(field, single_cell(0.73), truth, 4).turned == "zeros_for_digits");
  // Of 73/100 nobody wrote any digits.
  CHECK(turned_truth(field, single_cell(0.73), truth, 0, {kMostWrittenDecimals}).turned == "");
}

TEST_CASE("turned_truth: some numbers with too few digits", "[practice][diagnose]") {
  const Field powers{
      .name = "powers", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.005, .decimals = 2}};
  const arma::mat truth{{2.71828, 7.38906, 20.08554}};
  CHECK(turned_truth(powers, {{2.72, 7.39, 20.1}}, truth, 2).turned == "too_few_digits");
  CHECK(turned_truth(powers, {{2.72, 7.39, 20.2}}, truth, 2).turned != "too_few_digits");
  CHECK(turned_truth(powers, {{2.74, 7.39, 20.1}}, truth, 2).turned != "too_few_digits");
}

TEST_CASE("turned_truth: a zero that was written at the end is a digit", "[practice][diagnose]") {
  const Field weights = numbers({.absolute = 0.0005, .decimals = 3});
  const arma::mat truth{{0.09003, 0.24473, 0.66524}};
  const arma::mat one_short{{0.1, 0.245, 0.665}}, all_short{{0.1, 0.2, 0.7}};
  CHECK(turned_truth(weights, one_short, truth, 3, {1, 3, 3}).turned == "too_few_digits");
  CHECK(turned_truth(weights, one_short, truth, 3, {3, 3, 3}).turned == "");
  CHECK(turned_truth(weights, all_short, truth, 1, {1, 1, 1}).turned == "too_few_digits");
  CHECK(turned_truth(weights, all_short, truth, 2, {2, 2, 2}).turned == "zeros_for_digits");
}

TEST_CASE("turned_truth: words that differ in a capital letter", "[practice][diagnose]") {
  Field list{.name = "ranking", .kind = FieldKind::list};
  list.items = {"The", "cat", "the", "mat"};
  list.count = 2;
  const arma::mat scores = arma::vec{0.1, 0.7, 0.9, 0.2};
  CHECK(turned(list, {{0, 1}}, scores) == "capital_letters");
  CHECK(turned(list, {{1, 2}}, scores) == "another_order");
  CHECK(turned(list, {{0, 3}}, scores) == "");
  CHECK(turned(list, {{3, 1}}, scores) == "");
}

TEST_CASE("turned_truth: digits cut off, counted from the first", "[practice][diagnose]") {
  const Field two = numbers({.relative = 0.05, .significant = 2}, FieldKind::number);
  CHECK(turned(two, single_cell(0.00033), single_cell(0.0003353)) == "cut_off");
  CHECK(turned(two, single_cell(0.00032), single_cell(0.0003353)) == "");
  const Field three = numbers({.relative = 0.005, .significant = 3}, FieldKind::number);
  CHECK(turned(three, single_cell(123000), single_cell(123456)) == "cut_off");
  CHECK(turned(three, single_cell(9.99), single_cell(9.9999)) == "cut_off");
  CHECK(turned(three, single_cell(0), single_cell(0.0001)) == "");
}

TEST_CASE("turned_truth: in every exercise a number that is cut off is called so",
          "[practice][diagnose]") {
  for (const Exercise& exercise : read_course_overview(ATTN_SOURCE_DIR).exercises)
    for (const Field& field : exercise.fields) {
      const auto digits = field.tolerance.significant, decimals = field.tolerance.decimals;
      if (field.kind != FieldKind::number || (!digits && !decimals)) continue;
      Worksheet worksheet(exercise);
      const double truth = worksheet.numbers(field.name)(0);
      const double first = std::floor(std::log10(std::abs(truth)));
      const double unit = std::pow(10.0, digits ? first - *digits + 1 : -*decimals);
      constexpr double kRounding = 1e-12;  // 0.7 / 0.001 is a little less than 700
      const arma::mat cut = single_cell(std::trunc(truth / unit * (1 + kRounding)) * unit);
      CAPTURE(exercise.id, field.name, truth);
      const bool is_right = compare(field, cut, worksheet.numbers(field.name)).matches();
      const Diagnosis told = turned_truth(field, cut, worksheet.numbers(field.name));
      if (!is_right && cut(0) != 0.0) CHECK_THAT(told.text, ContainsSubstring("cut off"));
      // Rounded rightly it is right, and one unit further off it was not cut off.
      const arma::mat off = single_cell(cut(0) - (truth > 0 ? unit : -unit));
      CHECK(turned_truth(field, off, worksheet.numbers(field.name)).turned != "cut_off");
    }
}

TEST_CASE("turned_truth: the power of ten, in sums of shares too", "[practice][diagnose]") {
  const Field slope = numbers({.relative = 0.05, .significant = 2}, FieldKind::number);
  CHECK(turned(slope, single_cell(3.4), single_cell(3.35e-4)) == "power_of_ten");
  CHECK(turned(slope, single_cell(3.4e-5), single_cell(3.35e-4)) == "decimal_point");
  CHECK(turned(slope, single_cell(5.4), single_cell(3.35e-4)) == "");
  const Field sums = numbers({.absolute = 0.005, .decimals = 2});
  CHECK(turned(sums, {{120, 80}}, {{1.2, 0.8}}) == "percentage");
}

TEST_CASE("turned_truth: a digit too few or too many, and the last one", "[practice][diagnose]") {
  const Field count = numbers({}, FieldKind::number);
  CHECK(turned(count, single_cell(11509760), single_cell(115097600)) == "digit_missing");
  CHECK(turned(count, single_cell(1150976000), single_cell(115097600)) == "digit_too_many");
  CHECK(turned(count, single_cell(10000), single_cell(100000)) == "");  // may be a factor
  CHECK(turned(count, single_cell(128), single_cell(1280)) == "");
  const Field weights = numbers({.absolute = 0.0005, .decimals = 3});
  CHECK(turned(weights, {{0.602, 0.398}}, {{0.6003, 0.3997}}) == "last_digit");
  CHECK(turned(weights, {{0.605, 0.395}}, {{0.6003, 0.3997}}) == "");
}

TEST_CASE("turned_truth: whole tens and hundreds are fewer digits", "[practice][diagnose]") {
  const Field period = numbers({.relative = 0.0001}, FieldKind::number);
  CHECK(turned(period, single_cell(60600), single_cell(60611.4)) == "too_few_digits");
  CHECK(turned(period, single_cell(62800), single_cell(60611.4)) == "");
  CHECK(turned(period, single_cell(60000), single_cell(60611.4)) == "");
}

TEST_CASE("turned_truth: powers of 2 are not a matter of rounding", "[practice][diagnose]") {
  CHECK(turned(numbers({.absolute = 0.0005, .decimals = 3}), {{0.25, 0.5, 0.25}},
               {{0.212, 0.576, 0.212}}) == "");
}

TEST_CASE("turned_truth: the right items in another order", "[practice][diagnose]") {
  Field list{.name = "ranking", .kind = FieldKind::list, .count = 3};
  const arma::mat scores = arma::mat{{0.1, 0.9, 0.5, 0.4}}.t();
  const auto order = [&](const arma::mat& given) {
    return turned_truth(list, given, scores).turned;
  };
  CHECK(order({{2, 1, 3}}) == "another_order");
  CHECK_THAT(turned_truth(list, {{3, 2, 1}}, scores).text, ContainsSubstring("from the last"));
  CHECK_THAT(turned_truth(list, {{2, 1, 3}}, scores).text, ContainsSubstring("in another order"));
  const arma::mat others = arma::mat{{0.4, 0.5, 0.9, 0.1}}.t();
  CHECK_THAT(turned_truth(list, {{0, 1, 2}}, others).text, ContainsSubstring("from the last"));
  const arma::mat mixed = arma::mat{{0.5, 0.9, 0.4, 0.1}}.t();
  CHECK_THAT(turned_truth(list, {{0, 1, 2}}, mixed).text, ContainsSubstring("were given"));
  CHECK(order({{2, 1, 0}}) == "");
  list.is_ordered = false;
  CHECK(order({{2, 1, 0}}) == "");
}

TEST_CASE("number_for_formula: the same at every size", "[practice][diagnose]") {
  Field formula{.name = "cost", .kind = FieldKind::expression, .variables = {"n"}};
  const arma::mat truth = arma::mat{{1, 4, 9}}.t(), number(3, 1, arma::fill::value(7.0));
  CHECK(number_for_formula(formula, number, truth).turned == "number_for_formula");
  CHECK(number_for_formula(formula, 2.0 * truth, truth).turned == "");
  CHECK(number_for_formula(formula, 2.0 * number, number).turned == "");
}

TEST_CASE("turned_truth: a word paired with itself", "[practice][diagnose]") {
  const Field pairs{.name = "pairs",
                    .kind = FieldKind::list,
                    .items = {"cat->cat", "cat->sat", "sat->cat", "sat->sat"},
                    .are_pairs = true,
                    .count = 2};
  const arma::vec scores{-arma::datum::inf, 2, 1, -arma::datum::inf};
  CHECK(turned(pairs, arma::vec{1, 3}, scores) == "pair_with_itself");
  CHECK(turned(pairs, arma::vec{2, 1}, scores) == "another_order");
  CHECK(turned_truth(pairs, arma::vec{1, 3}, scores)
            .text.starts_with("sat->sat is a word with itself."));
}
