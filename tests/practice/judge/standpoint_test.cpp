#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

FieldResult result(const char* field, FieldVerdict verdict, const arma::mat& given) {
  Worksheet worksheet(practice_exercise());
  return {.field = &practice_exercise().field(field),
          .verdict = verdict,
          .given = given,
          .expected = worksheet.numbers(field)};
}

std::vector<const FieldResult*> pointers(const std::vector<FieldResult>& results) {
  std::vector<const FieldResult*> all;
  for (const FieldResult& one : results) all.push_back(&one);
  return all;
}

Strings names(const std::vector<const FieldResult*>& results) {
  Strings all;
  for (const FieldResult* one : results) all.push_back(one->field->name);
  return all;
}

const Alternative& swapped() {
  for (const Alternative& one : practice_exercise().alternatives)
    if (one.name == "keys_and_queries_swapped") return one;
  throw std::out_of_range("keys_and_queries_swapped");
}

const arma::mat kSwapped{{2, 1}, {2, 2}};
const arma::mat kRounded{{0.5, 0.5}, {0.378, 0.622}};

}  // namespace

TEST_CASE("results_behind: what a field depends on, and something can follow from",
          "[practice][standpoint]") {
  using enum FieldVerdict;
  const Worksheet worksheet(practice_exercise());
  const std::vector<FieldResult> before{
      result("scores", wrong, kSwapped), result("weights", pass, kRounded),
      result("mask", wrong, {{0, 1}, {0, 0}}), result("guess", noted, arma::mat(1, 1))};
  const auto behind = [&](const char* field) {
    return names(results_behind(worksheet, practice_exercise().field(field), kRounded, before));
  };
  CHECK(behind("output") == Strings{"scores", "weights"});
  CHECK(behind("open") == Strings{"mask"});
  CHECK(behind("why").empty());
}

TEST_CASE("results_behind: nothing follows from what is infinite, or was not read",
          "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  const std::vector<FieldResult> before{
      result("scores", FieldVerdict::wrong, {{2, arma::datum::inf}, {1, 2}}),
      result("weights", FieldVerdict::unreadable, {})};
  CHECK(results_behind(worksheet, practice_exercise().field("output"), kRounded, before).empty());
}

TEST_CASE("results_behind: what is all zeros does not follow from a slip that is all zeros",
          "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  const arma::mat zeros(2, 2, arma::fill::zeros);
  FieldResult slip = result("scores", FieldVerdict::wrong, zeros);
  Alternative mistake;
  mistake.may_coincide = true;
  slip.shown = {&mistake};  // without one, nothing at all would follow
  for (const FieldKind kind : {FieldKind::expression, FieldKind::matrix}) {
    Field field = practice_exercise().field("output");
    field.kind = kind;
    CHECK(names(results_behind(worksheet, field, kRounded, {slip})) == Strings{"scores"});
    CHECK(results_behind(worksheet, field, zeros, {slip}).empty());
  }
  slip = result("mask", FieldVerdict::wrong, zeros);
  slip.shown = {&mistake};
  const Field& open = practice_exercise().field("open");
  CHECK(names(results_behind(worksheet, open, single_cell(2), {slip})) == Strings{"mask"});
  CHECK(results_behind(worksheet, open, single_cell(0), {slip}).empty());
}

TEST_CASE("results_behind: zeros follow from zeros that are meant", "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  const Field& output = practice_exercise().field("output");
  const arma::mat zeros(2, 2, arma::fill::zeros);
  FieldResult slip = result("scores", FieldVerdict::wrong, zeros);
  const auto behind = [&](std::vector<FieldResult> before) {
    before.push_back(slip);
    return !results_behind(worksheet, output, zeros, before).empty();
  };
  const FieldResult other_zeros = result("mask", FieldVerdict::wrong, zeros);
  const FieldResult other_numbers = result("mask", FieldVerdict::wrong, {{0, 1}, {0, 0}});
  Alternative mistake;
  slip.shown = {&mistake};
  CHECK(behind({}));
  CHECK(behind({other_numbers}));
  CHECK_FALSE(behind({other_zeros}));
  mistake.may_coincide = true;
  CHECK_FALSE(behind({}));
  CHECK(behind({other_numbers}));
}

TEST_CASE("results_behind: a single 0 can be compared, and something chosen by it",
          "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  Field field = practice_exercise().field("open");
  field.kind = FieldKind::choice;
  Alternative mistake;
  FieldResult slip = result("mask", FieldVerdict::wrong, single_cell(0));
  Field number = *slip.field;
  number.kind = FieldKind::number;
  slip.field = &number;
  slip.shown = {&mistake};
  CHECK(names(results_behind(worksheet, field, single_cell(1), {slip})) == Strings{"mask"});
  slip.given = arma::mat(1, 2, arma::fill::zeros);
  CHECK(results_behind(worksheet, field, single_cell(1), {slip}).empty());
}

TEST_CASE("results_behind: of the same number everywhere numbers follow, but no choice",
          "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  const arma::mat ones(2, 2, arma::fill::ones);
  FieldResult slip = result("scores", FieldVerdict::wrong, ones);
  Field field = practice_exercise().field("output");
  CHECK(names(results_behind(worksheet, field, 2.0 * ones, {slip})) == Strings{"scores"});
  CHECK(results_behind(worksheet, field, ones, {slip}).empty());  // which may be filled in blindly
  for (const FieldKind kind : {FieldKind::choice, FieldKind::label, FieldKind::list}) {
    field.kind = kind;
    CHECK(results_behind(worksheet, field, single_cell(0), {slip}).empty());
  }
}

TEST_CASE("standpoints: a slip as it was written, or with its mistake's digits",
          "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  std::vector<FieldResult> before{result("scores", FieldVerdict::wrong, kSwapped)};
  const auto unnamed = standpoints(worksheet, pointers(before));
  REQUIRE(unnamed.size() == 1);
  CHECK(difference(std::get<arma::mat>(unnamed[0].answers.at("scores")), kSwapped) == "");
  before[0].shown = {&swapped()};
  CHECK(standpoints(worksheet, pointers(before)).size() > 1);
}

TEST_CASE("standpoints: a right answer with all digits first, then as it was rounded",
          "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  const std::vector<FieldResult> before{result("weights", FieldVerdict::pass, kRounded)};
  const auto all = standpoints(worksheet, pointers(before));
  REQUIRE(all.size() == 2);
  CHECK(all[0].answers.empty());
  CHECK(all[1].answers.contains("weights"));
  REQUIRE(all[1].rounded.size() == 1);
  CHECK(all[1].rounded[0].half_unit == Approx(0.0005));
}

TEST_CASE("follows_at: what is computed from a wrong answer, rounded or not",
          "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  const Standpoint from_swapped{.answers = {{"scores", kSwapped}}, .rounded = {}};
  const Field& weights = practice_exercise().field("weights");
  CHECK(follows_at(worksheet, from_swapped, weights, {{0.622, 0.378}, {0.5, 0.5}}));
  CHECK(follows_at(worksheet, from_swapped, weights, {{0.62246, 0.37754}, {0.5, 0.5}}));
  CHECK_FALSE(follows_at(worksheet, from_swapped, weights, {{0.6, 0.4}, {0.5, 0.5}}));
  CHECK_FALSE(follows_at(worksheet, from_swapped, weights, {{0.622, 0.378}}));
}

TEST_CASE("follows_at: from any of the numbers that round to what was written",
          "[practice][standpoint]") {
  // 4 · 0.622 = 2.488 and 4 · 0.6225 = 2.49; from 0.62 ± 0.005 it may be 2.46 to 2.50.
  const Worksheet worksheet(practice_exercise());
  const arma::mat two_digits{{0.5, 0.5}, {0.38, 0.62}};
  const Field& output = practice_exercise().field("output");
  const Standpoint exact{.answers = {{"weights", two_digits}}, .rounded = {}};
  const Standpoint rounded{.answers = {{"weights", two_digits}},
                           .rounded = {{"weights", two_digits, 0.005}}};
  const arma::mat given{{1, 2}, {0.76, 2.5}};
  CHECK_FALSE(follows_at(worksheet, exact, output, given));
  CHECK(follows_at(worksheet, rounded, output, given));
  CHECK_FALSE(follows_at(worksheet, rounded, output, {{1, 2}, {0.76, 2.6}}));
}

TEST_CASE("value_at: nothing where the shapes do not fit", "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  const Field& output = practice_exercise().field("output");
  CHECK(value_at(worksheet, {}, output));
  const Standpoint narrow{.answers = {{"weights", arma::mat(2, 3)}}, .rounded = {}};
  CHECK_FALSE(value_at(worksheet, narrow, output));
}

TEST_CASE("is_rounded_truth: to the digits asked for, or rightly to more of them",
          "[practice][standpoint]") {
  const Worksheet worksheet(practice_exercise());
  const auto is_rounded = [&](const arma::mat& given) {
    return is_rounded_truth(worksheet, result("weights", FieldVerdict::pass, given), {});
  };
  CHECK(is_rounded(kRounded));
  CHECK(is_rounded({{0.5, 0.5}, {0.3775, 0.6225}}));
  CHECK_FALSE(is_rounded({{0.5, 0.5}, {0.3779, 0.6221}}));
  CHECK(is_rounded_truth(worksheet, result("mask", FieldVerdict::pass, {{1, 0}, {1, 1}}), {}));
}
