#include "practice/judge/diagnose.hpp"

#include "practice/answer/written_form.hpp"
#include "practice/course/course.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;
using Pairs = std::vector<std::pair<std::string, std::string>>;

namespace {

const Alternative& alternative(const Exercise& exercise, const std::string& name) {
  for (const Alternative& one : exercise.alternatives)
    if (one.name == name) return one;
  throw std::out_of_range(name);
}

// An exercise that asks for one number, 6, and whose alternatives are given as TOML.
Exercise number_exercise(const std::string& alternatives) {
  return read_manifest(
      "format_version = 1\nid = \"six\"\ntitle = { en = \"Six\", ja = \"六\" }\n"
      "[given]\na = 2\nb = 3\n[[field]]\nname = \"total\"\nkind = \"number\"\n"
      "ask = { en = \"a b\", ja = \"a b\" }\nvalue = \"a * b\"\nabsolute = 0.1\n" +
          alternatives,
      "exercise.toml");
}

const std::string kSum =
    "[[misconception]]\nname = \"sum\"\nchange = { total = \"a + b\" }\n"
    "say = { en = \"A sum.\", ja = \"和です。\" }\n";

FieldResult earlier(const Field& field, FieldVerdict verdict, const arma::mat& given) {
  return {.field = &field, .verdict = verdict, .given = given, .expected = given};
}

}  // namespace

TEST_CASE("truth_under: what a mistake leads to, and where it leads", "[practice][diagnose]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const Alternative& swapped = alternative(exercise, "keys_and_queries_swapped");
  CHECK(difference(*truth_under(swapped, worksheet, exercise.field("scores")), {{2, 1}, {2, 2}}) ==
        "");
  CHECK(truth_under(swapped, worksheet, exercise.field("output")));
  CHECK_FALSE(truth_under(swapped, worksheet, exercise.field("mask")));
  CHECK_FALSE(truth_under(alternative(exercise, "no_scale"), worksheet, exercise.field("scores")));
}

TEST_CASE("first_wrong_field: where a mistake first shows", "[practice][diagnose]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const auto first = [&](const char* name) {
    return first_wrong_field(exercise, worksheet, alternative(exercise, name))->name;
  };
  CHECK(first("keys_and_queries_swapped") == "scores");
  CHECK(first("no_scale") == "weights");
  CHECK(first("rows_again") == "why");
}

TEST_CASE("equal_mistake: the mistake that has the digits which were written",
          "[practice][diagnose]") {
  const Exercise exercise =
      number_exercise(kSum +
                      "[[misconception]]\nname = \"near\"\nchange = { total = \"5.15\" }\n"
                      "say = { en = \"Near.\", ja = \"近い。\" }\n");
  const Worksheet worksheet(exercise);
  const auto name = [&](double given) {
    return equal_mistake(worksheet, exercise.fields[0], single_cell(given), {}).name();
  };
  CHECK(name(5.0) == "sum");
  CHECK(name(5.06) == "");
  CHECK(name(5.15) == "near");
  CHECK(name(4.0) == "");
}

TEST_CASE("equal_mistake: from the learner's own earlier answers", "[practice][diagnose]") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const arma::mat own{{4, 0}, {0, 4}};
  const double e = std::exp(4.0) / (std::exp(4.0) + 1.0);
  const arma::mat unscaled{{e, 1 - e}, {1 - e, e}};
  const Field& weights = exercise.field("weights");
  CHECK_FALSE(equal_mistake(worksheet, weights, unscaled, {}).found());
  const FieldResult slip = earlier(exercise.field("scores"), FieldVerdict::wrong, own);
  CHECK(equal_mistake(worksheet, weights, unscaled, {slip}).name() == "no_scale");
}

TEST_CASE("equal_mistake: not one that an earlier right answer rules out", "[practice][diagnose]") {
  // The weights of exchanged scores, beside scores that are right.
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const Field& weights = exercise.field("weights");
  const arma::mat given{{0.622, 0.378}, {0.5, 0.5}};
  CHECK(equal_mistake(worksheet, weights, given, {}).name() == "keys_and_queries_swapped");
  const FieldResult right = earlier(exercise.field("scores"), FieldVerdict::pass, {{2, 2}, {1, 2}});
  CHECK_FALSE(equal_mistake(worksheet, weights, given, {right}).found());
}

TEST_CASE("equal_mistake: two that give the same here are both named", "[practice][diagnose]") {
  const Exercise exercise =
      number_exercise(kSum +
                      "[[misconception]]\nname = \"five\"\nchange = { total = \"5\" }\n"
                      "may_coincide = true\nsay = { en = \"Five.\", ja = \"五です。\" }\n");
  const Worksheet worksheet(exercise);
  const Diagnosis diagnosis = equal_mistake(worksheet, exercise.fields[0], single_cell(5), {});
  CHECK(diagnosis.name() == "sum");
  CHECK(diagnosis.alternatives.size() == 2);
  CHECK(diagnosis.text == "Each of these mistakes gives this answer here:\n- A sum.\n- Five.");
}

TEST_CASE("equal_reading: not one that an earlier answer contradicts", "[practice][diagnose]") {
  const Exercise exercise = number_exercise(
      "[[field]]\nname = \"twice\"\nkind = \"number\"\nask = { en = \"2 a b\", ja = \"2 a b\" }\n"
      "value = \"2 * total\"\n"
      "[[accept]]\nname = \"seven\"\nchange = { total = \"7\" }\n"
      "say = { en = \"Seven will do.\", ja = \"七でもよい。\" }\n");
  const Worksheet worksheet(exercise);
  const Field &total = exercise.fields[0], &twice = exercise.fields[1];
  const auto name = [&](const std::vector<FieldResult>& before) {
    return equal_reading(worksheet, twice, single_cell(14), before).name();
  };
  CHECK(name({}) == "seven");
  CHECK(name({earlier(total, FieldVerdict::pass, single_cell(6))}) == "");
  CHECK(name({earlier(total, FieldVerdict::accepted, single_cell(7))}) == "seven");
}

TEST_CASE("indistinguishable: nothing in a sound exercise, with any numbers",
          "[practice][diagnose]") {
  for (const std::uint64_t variant : {0, 1, 2, 3})
    CHECK(indistinguishable(practice_exercise(), Worksheet(practice_exercise(), variant)).empty());
}

TEST_CASE("indistinguishable: a mistake that gives the truth, and two that give the same",
          "[practice][diagnose]") {
  const Exercise right = number_exercise(
      "[[misconception]]\nname = \"swapped\"\nchange = { total = \"b * a\" }\n"
      "say = { en = \"Swapped.\", ja = \"逆です。\" }\n");
  CHECK(indistinguishable(right, Worksheet(right)) == Pairs{{"swapped", ""}});
  const Exercise twice =
      number_exercise(kSum +
                      "[[misconception]]\nname = \"five\"\nchange = { total = \"5\" }\n"
                      "say = { en = \"Five.\", ja = \"五です。\" }\n");
  CHECK(indistinguishable(twice, Worksheet(twice)) == Pairs{{"sum", "five"}, {"five", "sum"}});
}

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
  CHECK(diagnosis.text.empty() == (diagnosis.turn == nullptr));
  return diagnosis.name();
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
  CHECK(found.name() == "not_finite");
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
  CHECK(near_truth(result).name() == "one_digit");
  result.typed_decimals = 0;
  result.typed_in_cells = {kMostWrittenDecimals};  // 1/5
  CHECK(near_truth(result).name() == "");
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

TEST_CASE("FieldResult: where the rest may still be told", "[practice][judge]") {
  CHECK(FieldResult{.turn = &turns::kOneCell}.is_partly_right());
  CHECK_FALSE(FieldResult{.turn = &turns::kOneOverlooked}.is_partly_right());
  CHECK_FALSE(FieldResult{}.is_partly_right());
}
