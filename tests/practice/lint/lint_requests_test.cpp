#include "practice/lint/lint_requests.hpp"

#include "support/catch.hpp"
#include "support/program_exercise.hpp"

using namespace attn;

namespace {

std::string faults_of(const Exercise& exercise) {
  LintReport report;
  ExerciseFaults faults(report, exercise);
  lint_requests(exercise, faults);
  std::string text;
  for (const LintFault& fault : report.faults) text += fault.text + "\n";
  return text;
}

Exercise with_programs() {
  Exercise exercise = doubling_exercise();
  exercise.pages.program_templates = exercise.pages.program_solutions = {{"sh", "x"}, {"py", "x"}};
  return exercise;
}

Recipe recipe(const std::string& text) { return Recipe(text); }

TEST_CASE("lint_requests: a sound exercise has no fault") {
  CHECK(faults_of(with_programs()) == "");
}

TEST_CASE("lint_requests: a language without a template or a solution") {
  Exercise exercise = with_programs();
  exercise.pages.program_templates.erase("py");
  exercise.pages.program_solutions.erase("sh");
  CHECK(faults_of(exercise) ==
        "solutions/.../solution.sh is missing or empty.\ntemplate.py is missing or empty.\n");
}

TEST_CASE("lint_requests: a mistake that no request shows") {
  Exercise exercise = with_programs();
  exercise.alternatives.push_back(
      {.name = "unseen", .change = {{"doubled", recipe("add(X, X)")}}, .formulas = {}, .say = {}});
  CHECK_THAT(faults_of(exercise), ContainsSubstring("unseen gives the right reply"));
}

TEST_CASE("lint_requests: two mistakes with the same replies") {
  Exercise exercise = with_programs();
  exercise.alternatives.push_back({.name = "other_half",
                                   .change = {{"doubled", recipe("multiply(X, 0.5)")}},
                                   .formulas = {},
                                   .say = {}});
  CHECK_THAT(faults_of(exercise), ContainsSubstring("halved and other_half give the same"));
}

TEST_CASE("lint_requests: a right reply that is no number, or cannot be computed") {
  Exercise exercise = with_programs();
  exercise.program->checks[1].cases[0]["X"] = recipe("zeros(2, 2)");
  exercise.definitions.at("sum") = recipe("1 / sum(X)");
  CHECK_THAT(faults_of(exercise), ContainsSubstring("values.1: "));
}

TEST_CASE("lint_requests: what must stay is as large as the reply") {
  Exercise exercise = with_programs();
  exercise.program->checks[2].same = {{"doubled", "last"}};
  CHECK_THAT(faults_of(exercise), ContainsSubstring("first_row.1: last is 3 x 1"));
}

}  // namespace
