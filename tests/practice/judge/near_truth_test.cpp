#include "practice/judge/near_truth.hpp"

#include "practice/notation/plain_number.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Diagnosis near(const Field& field, const arma::mat& given, const arma::mat& truth,
               int typed_decimals) {
  return near_truth({.field = &field,
                     .typed_decimals = typed_decimals,
                     .given = given,
                     .expected = truth,
                     .comparison = compare(field, given, truth)});
}

std::string named(const Field& field, const arma::mat& given, const arma::mat& truth,
                  int typed_decimals = 0) {
  const Diagnosis diagnosis = near(field, given, truth, typed_decimals);
  CHECK(diagnosis.text.empty() == diagnosis.turned.empty());
  return diagnosis.turned;
}

const arma::mat kScores{{1, 0, 1}, {0, 1, 1}, {1, 1, 2}};

arma::mat with(std::initializer_list<std::pair<arma::uword, arma::uword>> slips) {
  arma::mat matrix = kScores;
  for (const auto& [row, col] : slips) matrix(row, col) += 1.0;
  return matrix;
}

}  // namespace

TEST_CASE("near_truth: one cell, one row or one column is off", "[practice][judge]") {
  const Field scores{.name = "scores", .kind = FieldKind::matrix};
  CHECK(named(scores, with({{1, 1}}), kScores) == "one_cell");
  CHECK(named(scores, with({{1, 0}, {1, 1}}), kScores) == "one_row");
  CHECK(named(scores, with({{0, 2}, {2, 2}}), kScores) == "one_column");
  CHECK(named(scores, with({{0, 0}, {1, 1}}), kScores) == "");
  CHECK(named(scores, {{1, 0}}, {{1, 1}}) == "one_cell");
  CHECK(named(scores, {{0, 0}}, {{1, 1}}) == "");
  CHECK(named(scores, {{1, 0}}, kScores) == "");
  CHECK(named({.name = "mask", .kind = FieldKind::mask}, {{1, 0, 0}}, {{1, 1, 0}}) == "one_cell");
}

TEST_CASE("near_truth: what is no number says so, and what it means", "[practice][judge]") {
  const Field weights{.name = "weights", .kind = FieldKind::matrix};
  const Diagnosis found = near(weights, {{1, arma::datum::nan}}, {{1, 0}}, 0);
  CHECK(found.turned == "not_finite");
  CHECK_THAT(found.text, ContainsSubstring("0/0"));
}

TEST_CASE("near_truth: slips of the pen in a number", "[practice][judge]") {
  const Field count{.name = "count", .kind = FieldKind::number};
  const auto of_count = [&](double given, double truth) {
    return named(count, arma::mat(1, 1, arma::fill::value(given)),
                 arma::mat(1, 1, arma::fill::value(truth)));
  };
  CHECK(of_count(262134, 262144) == "one_digit");
  CHECK(of_count(261244, 262144) == "digits_exchanged");
  CHECK(of_count(1050618, 1050624) == "");
  CHECK(of_count(36, 32) == "");      // too short to be a slip
  CHECK(of_count(2000, 1000) == "");  // rather a factor
  CHECK(of_count(-262144, 262144) == "");
  Field period{.name = "period", .kind = FieldKind::number};
  period.tolerance.decimals = 1;
  CHECK(named(period, arma::mat{682.3}, arma::mat{628.3185}, 1) == "digits_exchanged");
  CHECK(named(period, arma::mat{628.9}, arma::mat{628.3185}, 1) == "one_digit");
}

TEST_CASE("near_truth: a fraction is no slip of the pen", "[practice][judge]") {
  const Field field{.name = "x", .tolerance = {.absolute = 0.0005, .decimals = 3}};
  FieldResult result{.field = &field,
                     .typed_decimals = 3,
                     .typed_in_cells = {3},
                     .given = arma::mat{0.2},
                     .expected = arma::mat{0.2037}};
  CHECK(near_truth(result).turned == "one_digit");
  result.typed_decimals = 0;
  result.typed_in_cells = {kMostWrittenDecimals};  // 1/5
  CHECK(near_truth(result).turned == "");
}

TEST_CASE("near_truth: one of a list is missing", "[practice][judge]") {
  Field list{.name = "ranking", .kind = FieldKind::list, .count = 3};
  const arma::mat scores = arma::mat{{0.9, 0.8, 0.5, 0.4, 0.1}}.t();
  CHECK(named(list, {{0, 1, 3}}, scores) == "one_overlooked");
  CHECK(named(list, {{1, 2, 3}}, scores) == "one_overlooked");
  CHECK(named(list, {{0, 1, 4}}, scores) == "");
  CHECK(named(list, {{0, 3, 2}}, scores) == "");
  CHECK(named(list, {{0, 1, 3}}, arma::mat(5, 1, arma::fill::value(arma::datum::nan))) == "");
  list.is_ordered = false;
  CHECK(named(list, {{0, 1, 3}}, scores) == "");
}

TEST_CASE("is_partly_right: where the rest may still be told", "[practice][judge]") {
  CHECK(is_partly_right("one_cell"));
  CHECK_FALSE(is_partly_right("one_overlooked"));
  CHECK_FALSE(is_partly_right(""));
}
