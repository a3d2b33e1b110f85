#include "practice/judge/diagnose.hpp"

#include "practice/course/manifest.hpp"
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
