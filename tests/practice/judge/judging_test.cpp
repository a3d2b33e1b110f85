#include "practice/judge/judging.hpp"

#include "practice/answer/written_form.hpp"
#include "practice/course/course.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using Strings = std::vector<std::string>;

namespace {

const Field kWeights{.name = "weights", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.01}};
const Field kMasked{.name = "masked", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.01}};

FieldResult result_with(const Field& field, const arma::mat& given, const arma::mat& truth) {
  FieldResult result{.field = &field, .given = given, .expected = truth};
  result.comparison = compare(field, given, truth);
  result.verdict = result.comparison.matches() ? FieldVerdict::pass : FieldVerdict::wrong;
  return result;
}

const arma::mat kTruth{{0.6, 0.4}, {0.3, 0.7}}, kMaskedTruth{{1, 0}, {0.3, 0.7}};

TEST_CASE("copied_slips: a wrong row that rightly stands in both") {
  const FieldResult slip = result_with(kWeights, {{0.6, 0.4}, {0.2, 0.8}}, kTruth);
  CHECK(copied_slips(result_with(kMasked, {{1, 0}, {0.2, 0.8}}, kMaskedTruth), {slip}) ==
        Strings{"weights"});
}

TEST_CASE("copied_slips: other numbers, or cells that are not the same by right") {
  const FieldResult slip = result_with(kWeights, {{0.5, 0.5}, {0.2, 0.8}}, kTruth);
  const FieldResult right = result_with(kWeights, kTruth, kTruth);
  CHECK(copied_slips(result_with(kMasked, {{1, 0}, {0.1, 0.9}}, kMaskedTruth), {slip}).empty());
  CHECK(copied_slips(result_with(kMasked, {{0.5, 0.5}, {0.2, 0.8}}, kMaskedTruth), {slip}).empty());
  CHECK(
      copied_slips(result_with(kMasked, {{0.6, 0.4}, {0.3, 0.7}}, kMaskedTruth), {right}).empty());
  CHECK(copied_slips(result_with(kMasked, {{0.2, 0.8}}, kMaskedTruth), {slip}).empty());
}

// What is shown of the answer that was meant; "" where it is not among them.
std::string shown_of(FieldKind kind, const std::string& text, const std::string& meant) {
  for (const MeantAnswer& answer : answers_with_parentheses({.name = "a", .kind = kind}, text))
    if (answer.text == meant) return answer.first_changed;
  return "";
}

TEST_CASE("answers_with_parentheses: a number or a formula as a whole") {
  CHECK(shown_of(FieldKind::number, "1/1+e^-1", "1/(1+e^-1)") == "1/(1+e^-1)");
  CHECK(shown_of(FieldKind::expression, "d_k^1/2", "d_k^(1/2)") == "d_k^(1/2)");
}

TEST_CASE("answers_with_parentheses: every cell in the same way") {
  CHECK(shown_of(FieldKind::matrix, "e/e+e^2+e^3 e^2/e+e^2+e^3; 1 0",
                 "e/(e+e^2+e^3) e^2/(e+e^2+e^3); 1 0") == "e/(e+e^2+e^3)");
  CHECK(shown_of(FieldKind::matrix, "[[1, 1/1+2]]", "[[1, 1/(1+2)]]") == "1/(1+2)");
}

TEST_CASE("answers_with_parentheses: none where nothing can be missing") {
  const auto none = [](FieldKind kind, const std::string& text) {
    return answers_with_parentheses({.name = "a", .kind = kind}, text).empty();
  };
  CHECK(none(FieldKind::number, "0.5"));
  CHECK(none(FieldKind::number, "1/2"));
  CHECK(none(FieldKind::matrix, "1/2 1/2"));
  CHECK(none(FieldKind::choice, "a/b+c"));
  CHECK(none(FieldKind::number, "1/1+" + std::string(3000, '1')));
}

FieldResult wrong(const Field& field, const Turn* turn = nullptr) {
  FieldResult result{.field = &field};
  result.verdict = FieldVerdict::wrong;
  result.turn = turn;
  return result;
}

// Those of a later answer that shows the mistake.
std::vector<std::string> again_in(const Diagnosis& mistake,
                                  const std::vector<FieldResult>& before) {
  const Field output{.name = "output", .kind = FieldKind::matrix};
  return same_mistakes(mistake, {.field = &output}, before);
}

TEST_CASE("same_mistakes: a mistake of the exercise, by its name") {
  const Field scaled{.name = "scaled", .kind = FieldKind::matrix};
  const Alternative no_scale{.name = "no_scale"}, again{.name = "no_scale"},
      other{.name = "divided_by_d_k"};
  FieldResult earlier = wrong(scaled);
  earlier.shown = {&no_scale};
  CHECK(again_in({{&again}, nullptr, ""}, {earlier}) == std::vector<std::string>{"scaled"});
  CHECK(again_in({{&other}, nullptr, ""}, {earlier}).empty());
  earlier.verdict = FieldVerdict::pass;
  CHECK(again_in({{&again}, nullptr, ""}, {earlier}).empty());
}

TEST_CASE("same_mistakes: a habit of writing numbers, but no coincidence") {
  const Field weights{.name = "weights", .kind = FieldKind::matrix};
  for (const Turn* habit : {&turns::kPercentage, &turns::kCutOff, &turns::kTooFewDigits})
    CHECK(again_in({{}, habit, ""}, {wrong(weights, habit)}).size() == 1);
  CHECK(again_in({{}, &turns::kPercentage, ""}, {wrong(weights, &turns::kCutOff)}).empty());
  CHECK(again_in({{}, &turns::kNegated, ""}, {wrong(weights, &turns::kNegated)}).empty());
}

const Field kThreeDecimals{
    .name = "weights", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.0005, .decimals = 3}};
const arma::mat kThirds(1, 3, arma::fill::value(1.0 / 3.0));

TEST_CASE("is_rounded_to_sum: a last digit changed so that the row sums to 1") {
  CHECK(is_rounded_to_sum(kThreeDecimals, {{0.333, 0.333, 0.334}}, kThirds));
  CHECK(is_rounded_to_sum(kThreeDecimals, {{0.5, 0.5, 0}, {0.334, 0.333, 0.333}},
                          arma::join_cols(arma::mat{{0.5, 0.5, 0}}, kThirds)));
}

TEST_CASE("is_rounded_to_sum: not where there was no need, or for more than a digit") {
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.332, 0.333, 0.335}}, kThirds));
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.334, 0.334, 0.333}}, kThirds));
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.501, 0.499}}, {{0.5, 0.5}}));
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.6, 0.4}}, {{0.5999, 0.4001}, {0, 1}}));
  const arma::mat row = {{0.2464, 0.2464, 0.2464, 0.2608}};  // rounded: 0.246 ... 0.261
  CHECK(is_rounded_to_sum(kThreeDecimals, {{0.247, 0.246, 0.246, 0.261}}, row));
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.247, 0.247, 0.246, 0.26}}, row));
  Field exact = kThreeDecimals;
  exact.tolerance = {};
  CHECK_FALSE(is_rounded_to_sum(exact, {{0.333, 0.333, 0.334}}, kThirds));
}

TEST_CASE("is_rounded_to_sum: not for other numbers that sum to 1, written with more digits") {
  CHECK_FALSE(is_rounded_to_sum(kThreeDecimals, {{0.3325, 0.3336, 0.3339}}, kThirds));
}

Field numbers(Tolerance tolerance, FieldKind kind = FieldKind::matrix) {
  return {.name = "weights", .kind = kind, .tolerance = tolerance};
}

std::string turned(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const Diagnosis diagnosis = turned_truth(field, given, truth);
  CHECK(diagnosis.text.empty() == (diagnosis.turn == nullptr));
  return diagnosis.name();
}

const arma::mat kShares{{0.7, 0.3}, {0.1, 0.9}};

TEST_CASE("turned_truth: case 9, 30 % where 0.3 is asked for") {
  const Field number = numbers({.absolute = 0.005}, FieldKind::number);
  CHECK(turned(number, single_cell(30), single_cell(0.3)) == "percentage");
  CHECK(turned(number, single_cell(30.2), single_cell(0.3)) ==
        "percentage");  // half a unit of the percentage
  CHECK(turned(number, single_cell(32), single_cell(0.3)) == "");
  CHECK(turned(numbers({.absolute = 0.005}), 100.0 * kShares, kShares) == "percentage");
  CHECK(turned(numbers({}), single_cell(12800), single_cell(128)) == "");  // a count is no share
  CHECK(turned(number, single_cell(0.4), single_cell(0)) == "");
}

TEST_CASE("turned_truth: a square matrix transposed") {
  CHECK(turned(numbers({.absolute = 0.01}), kShares.t(), kShares) == "transposed");
}

TEST_CASE("turned_truth: the other sign, and rows in another order") {
  CHECK(turned(numbers({}), -kShares, kShares) == "negated");
  CHECK(turned(numbers({}), arma::flipud(kShares), kShares) == "rows_in_another_order");
  arma::mat column = arma::regspace(1, 40);  // long enough to be sorted in parts
  column.elem(arma::regspace<arma::uvec>(0, 2, 38)).fill(arma::datum::nan);
  CHECK(turned(numbers({}), column, arma::regspace(1, 40)) == "");
}

TEST_CASE("turned_truth: digits that were rounded away") {
  const Field field = numbers({.absolute = 0.0005, .decimals = 3});
  CHECK(turned(field, {{0.25, 0.75}}, {{0.248, 0.752}}) == "too_few_digits");
  CHECK(turned(field, {{0.30, 0.70}}, {{0.248, 0.752}}) == "");
  // A slip that rounding cannot explain.
  CHECK(turned(numbers({.absolute = 0.01}), {{0.28, 0.28, 0.44}}, {{0.248, 0.248, 0.503}}) == "");
  // An answer that may be off by a tenth of itself anyway is not "nearly right" at twice its size.
  CHECK(turned(numbers({.absolute = 0.1}), {{0.9, 0.1}}, {{0.5, 0.5}}) == "");
}

TEST_CASE("turned_truth: a mask the other way round") {
  const Field mask = numbers({}, FieldKind::mask);
  CHECK(turned(mask, {{0, 1}, {0, 0}}, {{1, 0}, {1, 1}}) == "mask_reversed");
  CHECK(turned(mask, {{1, 1}, {0, 1}}, {{1, 0}, {1, 1}}) == "transposed");
  CHECK(turned(mask, {{1, 1}, {1, 1}}, {{1, 0}, {1, 1}}) == "");
}

TEST_CASE("turned_truth: some signs, the decimal point, digits cut off") {
  const Field field = numbers({.absolute = 0.005, .decimals = 2});
  CHECK(turned(field, {{0.71, -1.37}}, {{0.71, 1.37}}) == "signs");
  CHECK(turned(field, {{7.13, 13.67}}, {{0.713, 1.367}}) == "decimal_point");
  CHECK(turned(field, {{0.71, 1.36}}, {{0.714, 1.367}}) == "cut_off");
}

TEST_CASE("turned_truth: digits that were written as zeros are not missing") {
  const Field field = numbers({.absolute = 0.00005, .decimals = 4}, FieldKind::number);
  const arma::mat truth = single_cell(0.731059);
  CHECK(turned_truth(field, single_cell(0.731), truth).name() == "too_few_digits");
  CHECK(turned_truth(field, single_cell(0.731), truth, 4).name() == "cut_off");
  CHECK(turned_truth(field, single_cell(0.73), truth, 2).name() == "too_few_digits");
  CHECK(turned_truth(field, single_cell(0.73), truth, 4).name() == "zeros_for_digits");
  // Of 73/100 nobody wrote any digits.
  CHECK(turned_truth(field, single_cell(0.73), truth, 0, {kMostWrittenDecimals}).name() == "");
}

TEST_CASE("turned_truth: some numbers with too few digits") {
  const Field powers{
      .name = "powers", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.005, .decimals = 2}};
  const arma::mat truth{{2.71828, 7.38906, 20.08554}};
  CHECK(turned_truth(powers, {{2.72, 7.39, 20.1}}, truth, 2).name() == "too_few_digits");
  CHECK(turned_truth(powers, {{2.72, 7.39, 20.2}}, truth, 2).name() != "too_few_digits");
  CHECK(turned_truth(powers, {{2.74, 7.39, 20.1}}, truth, 2).name() != "too_few_digits");
}

TEST_CASE("turned_truth: a zero that was written at the end is a digit") {
  const Field weights = numbers({.absolute = 0.0005, .decimals = 3});
  const arma::mat truth{{0.09003, 0.24473, 0.66524}};
  const arma::mat one_short{{0.1, 0.245, 0.665}}, all_short{{0.1, 0.2, 0.7}};
  CHECK(turned_truth(weights, one_short, truth, 3, {1, 3, 3}).name() == "too_few_digits");
  CHECK(turned_truth(weights, one_short, truth, 3, {3, 3, 3}).name() == "");
  CHECK(turned_truth(weights, all_short, truth, 1, {1, 1, 1}).name() == "too_few_digits");
  CHECK(turned_truth(weights, all_short, truth, 2, {2, 2, 2}).name() == "zeros_for_digits");
}

TEST_CASE("turned_truth: words that differ in a capital letter") {
  Field list{.name = "ranking", .kind = FieldKind::list};
  list.items = {"The", "cat", "the", "mat"};
  list.count = 2;
  const arma::mat scores = arma::vec{0.1, 0.7, 0.9, 0.2};
  CHECK(turned(list, {{0, 1}}, scores) == "capital_letters");
  CHECK(turned(list, {{1, 2}}, scores) == "another_order");
  CHECK(turned(list, {{0, 3}}, scores) == "");
  CHECK(turned(list, {{3, 1}}, scores) == "");
}

TEST_CASE("turned_truth: digits cut off, counted from the first") {
  const Field two = numbers({.relative = 0.05, .significant = 2}, FieldKind::number);
  CHECK(turned(two, single_cell(0.00033), single_cell(0.0003353)) == "cut_off");
  CHECK(turned(two, single_cell(0.00032), single_cell(0.0003353)) == "");
  const Field three = numbers({.relative = 0.005, .significant = 3}, FieldKind::number);
  CHECK(turned(three, single_cell(123000), single_cell(123456)) == "cut_off");
  CHECK(turned(three, single_cell(9.99), single_cell(9.9999)) == "cut_off");
  CHECK(turned(three, single_cell(0), single_cell(0.0001)) == "");
}

TEST_CASE("turned_truth: in every exercise a number that is cut off is called so") {
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
      CHECK(turned_truth(field, off, worksheet.numbers(field.name)).name() != "cut_off");
    }
}

TEST_CASE("turned_truth: the power of ten, in sums of shares too") {
  const Field slope = numbers({.relative = 0.05, .significant = 2}, FieldKind::number);
  CHECK(turned(slope, single_cell(3.4), single_cell(3.35e-4)) == "power_of_ten");
  CHECK(turned(slope, single_cell(3.4e-5), single_cell(3.35e-4)) == "decimal_point");
  CHECK(turned(slope, single_cell(5.4), single_cell(3.35e-4)) == "");
  const Field sums = numbers({.absolute = 0.005, .decimals = 2});
  CHECK(turned(sums, {{120, 80}}, {{1.2, 0.8}}) == "percentage");
}

TEST_CASE("turned_truth: a digit too few or too many, and the last one") {
  const Field count = numbers({}, FieldKind::number);
  CHECK(turned(count, single_cell(11509760), single_cell(115097600)) == "digit_missing");
  CHECK(turned(count, single_cell(1150976000), single_cell(115097600)) == "digit_too_many");
  CHECK(turned(count, single_cell(10000), single_cell(100000)) == "");  // may be a factor
  CHECK(turned(count, single_cell(128), single_cell(1280)) == "");
  const Field weights = numbers({.absolute = 0.0005, .decimals = 3});
  CHECK(turned(weights, {{0.602, 0.398}}, {{0.6003, 0.3997}}) == "last_digit");
  CHECK(turned(weights, {{0.605, 0.395}}, {{0.6003, 0.3997}}) == "");
}

TEST_CASE("turned_truth: whole tens and hundreds are fewer digits") {
  const Field period = numbers({.relative = 0.0001}, FieldKind::number);
  CHECK(turned(period, single_cell(60600), single_cell(60611.4)) == "too_few_digits");
  CHECK(turned(period, single_cell(62800), single_cell(60611.4)) == "");
  CHECK(turned(period, single_cell(60000), single_cell(60611.4)) == "");
}

TEST_CASE("turned_truth: powers of 2 are not a matter of rounding") {
  CHECK(turned(numbers({.absolute = 0.0005, .decimals = 3}), {{0.25, 0.5, 0.25}},
               {{0.212, 0.576, 0.212}}) == "");
}

TEST_CASE("turned_truth: the right items in another order") {
  Field list{.name = "ranking", .kind = FieldKind::list, .count = 3};
  const arma::mat scores = arma::mat{{0.1, 0.9, 0.5, 0.4}}.t();
  const auto order = [&](const arma::mat& given) {
    return turned_truth(list, given, scores).name();
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

TEST_CASE("number_for_formula: the same at every size") {
  Field formula{.name = "cost", .kind = FieldKind::expression, .variables = {"n"}};
  const arma::mat truth = arma::mat{{1, 4, 9}}.t(), number(3, 1, arma::fill::value(7.0));
  CHECK(number_for_formula(formula, number, truth).name() == "number_for_formula");
  CHECK(number_for_formula(formula, 2.0 * truth, truth).name() == "");
  CHECK(number_for_formula(formula, 2.0 * number, number).name() == "");
}

TEST_CASE("turned_truth: a word paired with itself") {
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

std::string digits(const arma::mat& given, const std::vector<int>& in_cells,
                   const arma::mat& truth = {{0.09003, 0.24473, 0.66524}}) {
  const Field field{.name = "weights",
                    .kind = FieldKind::matrix,
                    .tolerance = {.absolute = 0.0005, .decimals = 3}};
  const Diagnosis diagnosis = wrong_digits(field, given, truth, 0, in_cells);
  CHECK(diagnosis.text.empty() == (diagnosis.turn == nullptr));
  return diagnosis.name();
}

TEST_CASE("wrong_digits: cut off, and too few") {
  CHECK(digits({{0.09, 0.24, 0.66}}, {2, 2, 2}) == "cut_short");
  CHECK(digits({{0.09, 0.24, 0.665}}, {2, 2, 3}) == "too_few_digits");
  CHECK(digits({{0.09, 0.245, 0.66}}, {2, 3, 2}) == "cut_short");
  CHECK(digits({{0.09, 0.24, 0.67}}, {2, 2, 2}) == "too_few_digits");
  CHECK(digits({{-0.09, -0.24, -0.66}}, {2, 2, 2}, {{-0.09003, -0.24473, -0.66524}}) ==
        "cut_short");
}

TEST_CASE("wrong_digits: some cells cut off at the last digit") {
  CHECK(digits({{0.09, 0.244, 0.665}}, {2, 3, 3}) == "cut_off");
  CHECK(digits({{0.09, 0.244, 0.666}}, {3, 3, 3}) == "last_digit");
}

TEST_CASE("wrong_digits: from a half, a number is rounded up or down") {
  const arma::mat halves = {{0.275, -0.21, -0.065}};
  for (const double first : {0.27, 0.28})
    for (const double last : {-0.06, -0.07})
      CHECK(digits({{first, -0.21, last}}, {2, 2, 2}, halves) == "too_few_digits");
  CHECK(digits({{0.28, -0.21, -0.06}}, {2, 2, 2}, {{0.275, -0.21, -0.066}}) == "cut_short");
  CHECK(digits({{0.28, -0.21, -0.07}}, {2, 2, 2}, {{0.274, -0.21, -0.065}}) == "rounded_up_short");
  CHECK(digits(single_cell(0.3), {1}, single_cell(0.25)) == "too_few_digits");
  CHECK(digits(single_cell(0.2), {1}, single_cell(0.25)) == "too_few_digits");
}

TEST_CASE("wrong_digits: a row rounded so that it sums to 1 has fewer digits") {
  const arma::mat thirds = {{1.0 / 3, 1.0 / 3, 1.0 / 3}};
  CHECK(digits({{0.33, 0.33, 0.34}}, {2, 2, 2}, thirds) == "too_few_digits");
  CHECK(digits({{0.33, 0.34, 0.34}}, {2, 2, 2}, thirds) == "rounded_up_short");
  CHECK(digits({{0.5, 0.5, 0.0}, {0.34, 0.33, 0.33}}, {},
               {{0.5, 0.5, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}}) == "too_few_digits");
}

TEST_CASE("wrong_digits: rounded up where it is rounded down") {
  CHECK(digits({{0.091, 0.245, 0.666}}, {3, 3, 3}) == "rounded_up");
  CHECK(digits({{0.09, 0.25, 0.67}}, {2, 2, 2}) == "rounded_up_short");
}

TEST_CASE("wrong_digits: what says too little, or is farther away, is not named") {
  CHECK(digits({{0.1, 0.2, 0.6}}, {1, 1, 1}) == "");
  CHECK(digits({{0.09, 0.22, 0.66}}, {2, 2, 2}) == "");
  CHECK(digits({{0.09, -0.24, 0.66}}, {2, 2, 2}) == "");
}

Field asked_for(FieldKind kind, Tolerance tolerance) {
  return {.name = "answer", .kind = kind, .tolerance = tolerance};
}

bool number_fits(double given, double candidate, const Tolerance& tolerance) {
  return fits(asked_for(FieldKind::number, tolerance), single_cell(given), single_cell(candidate));
}

const Tolerance kTwoDecimals{.absolute = 0.005, .decimals = 2};
const Tolerance kExactly{.absolute = Tolerance::kExact, .relative = Tolerance::kExact};

TEST_CASE("fits: what rounds to the digits that were written") {
  CHECK(number_fits(0.71, 0.7129, kTwoDecimals));
  CHECK(number_fits(0.7129, 0.71288, kTwoDecimals));
  CHECK_FALSE(number_fits(0.7129, 0.7134, kTwoDecimals));
  CHECK_FALSE(number_fits(0.71, 0.7163, kTwoDecimals));
}

TEST_CASE("fits: one digit is not taken for all that round to it") {
  CHECK_FALSE(number_fits(0.7, 0.7429, kTwoDecimals));
  CHECK(number_fits(0.7, 0.7029, kTwoDecimals));
}

TEST_CASE("fits: three numbers of two digits say enough") {
  const Field weights = asked_for(FieldKind::matrix, {.absolute = 0.0005, .decimals = 3});
  CHECK(fits(weights, {{0.18, 0.49, 1.33}}, {{0.18006, 0.48946, 1.33048}}));
  CHECK_FALSE(fits(weights, {{0.18, 0.49, 1.33}}, {{0.18006, 0.48346, 1.33048}}));
  CHECK_FALSE(fits(weights, {{0.49, 1.33}}, {{0.48946, 1.33048}}));
}

TEST_CASE("fits: zeros at the end are digits too") {
  const Field field = asked_for(FieldKind::number, {.absolute = 0.05, .decimals = 1});
  CHECK(fits(field, single_cell(30.5), single_cell(30.46), 1));
  CHECK_FALSE(fits(field, single_cell(30.5), single_cell(30.46), 2));
}

TEST_CASE("fits: where an exact answer is asked for, exactly") {
  CHECK(number_fits(12, 12, kExactly));
  CHECK_FALSE(number_fits(12, 12.3, kExactly));
}

TEST_CASE("fits: −∞ in both, and nothing else that is not finite") {
  const Field scores = asked_for(FieldKind::matrix, kTwoDecimals);
  const double inf = arma::datum::inf;
  CHECK(fits(scores, {{0.71, -inf}}, {{0.7129, -inf}}));
  CHECK_FALSE(fits(scores, {{0.71, -inf}}, {{0.7129, 0.5}}));
  CHECK_FALSE(fits(scores, {{0.71, arma::datum::nan}}, {{0.7129, 0.5}}));
  CHECK_FALSE(fits(scores, {{0.71, 0.5}}, {{0.71, 0.5}, {0.71, 0.5}}));
}

TEST_CASE("fits: zeros have no digits") {
  CHECK(number_fits(0, 0, kTwoDecimals));
  CHECK_FALSE(number_fits(0, 0.003, kTwoDecimals));
}

TEST_CASE("fits: what is no number must be equal") {
  const Field mask = asked_for(FieldKind::mask, kExactly);
  CHECK(fits(mask, {{1, 0}}, {{1, 0}}));
  CHECK_FALSE(fits(mask, {{1, 0}}, {{1, 1}}));
}

TEST_CASE("fits: huge numbers are compared by the digits that were written") {
  const Field weights = asked_for(FieldKind::matrix, {.absolute = 0.0005, .decimals = 3});
  CHECK(fits(weights, {{7.3071e43, 1.9863e44}}, {{7.307060e43, 1.986265e44}}));
  CHECK_FALSE(fits(weights, {{7.3071e43, 1.9864e44}}, {{7.307060e43, 1.986265e44}}));
  CHECK_FALSE(fits(weights, {{7e43, 2e44}}, {{7.307060e43, 1.986265e44}}));  // too few of them
}

TEST_CASE("fits: a number too small for decimals is compared by its digits") {
  const Tolerance two_digits{.relative = 0.5, .significant = 2};
  CHECK_FALSE(number_fits(1e-50, 0, two_digits));
  CHECK_FALSE(number_fits(1e-50, 0.0057, two_digits));
  CHECK(number_fits(1.3e-23, 1.34e-23, two_digits));
  CHECK_FALSE(number_fits(1.3e-23, 1.44e-23, two_digits));
  CHECK(number_fits(0.1 + 0.2 - 0.3, 0, two_digits));
}

TEST_CASE("is_rest: what is left of numbers that cancel") {
  CHECK(is_rest(0.1 + 0.2 - 0.3));
  for (const double number : {0.0, 1e-16, 1e-50, std::pow(0.1, 50), std::pow(0.9, 500), 0.3})
    CHECK_FALSE(is_rest(number));
}

}  // namespace
