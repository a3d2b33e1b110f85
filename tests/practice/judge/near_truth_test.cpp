#include "practice/judge/near_truth.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

std::string named(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const Diagnosis diagnosis = near_truth(field, given, truth);
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
  CHECK(named(scores, {{1, 0}}, {{1, 1}}) == "");  // of two, one says little
  CHECK(named(scores, {{1, 0}}, kScores) == "");
  CHECK(named({.name = "mask", .kind = FieldKind::mask}, {{1, 0, 0}}, {{1, 1, 0}}) == "one_cell");
}

TEST_CASE("near_truth: what is no number says so, and what it means", "[practice][judge]") {
  const Field weights{.name = "weights", .kind = FieldKind::matrix};
  const Diagnosis found = near_truth(weights, {{1, arma::datum::nan}}, {{1, 0}});
  CHECK(found.turned == "not_finite");
  CHECK_THAT(found.text, ContainsSubstring("0/0"));
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
