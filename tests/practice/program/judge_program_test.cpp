#include "practice/program/judge_program.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/program_exercise.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;
using Names = std::vector<std::string>;

namespace {

// A program in Python that replies with an expression for "doubled" and one for "sum".
std::string python(const std::string& doubled, const std::string& sum = "sum(map(sum, X))") {
  return "import json, sys\nR = json.load(sys.stdin)\nX, n = R['X'], R['n']\n"
         "print(json.dumps({'doubled': " +
         doubled + ", 'sum': " + sum + "}))\n";
}
const std::string kRight = "[[n * x for x in row] for row in X]";

ProgramResult judged_python(const std::string& text, const ProgramTrial& trial = {}) {
  const TemporaryFolder folder;
  return judge_program(doubling_exercise(), {.path = folder.file("program.py", text)}, trial);
}

Names states_of(const ProgramResult& result) {
  Names states;
  for (const ProgramCheckResult& one : result.checks)
    states.emplace_back(name_in(kCheckStates, one.state));
  return states;
}

Names mistakes_of(const ProgramResult& result) {
  Names names;
  for (const auto& [field, mistakes] : result.mistakes)
    for (const Alternative* mistake : mistakes) names.push_back(mistake->name);
  return names;
}

TEST_CASE("judge_program: a right program passes every check") {
  const ProgramResult result = judged_python(python(kRight));
  CHECK(result.verdict == Verdict::pass);
  CHECK(states_of(result) == Names{"pass", "pass", "pass"});
  CHECK(result.points() == 4.0);
  CHECK(result.most_points() == 4.0);
  CHECK(result.mistakes.empty());
}

TEST_CASE("judge_program: a mistake that gives every reply is named") {
  const ProgramResult result = judged_python(python("[[x / 2 for x in row] for row in X]"));
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(states_of(result) == Names{"pass", "failed", "skipped"});
  CHECK(mistakes_of(result) == Names{"halved"});
  CHECK(result.checks[1].failure->number == 1);
  CHECK(result.checks[1].failure->fields[0].verdict == FieldVerdict::wrong);
  CHECK(result.checks[1].failure->fields[1].verdict == FieldVerdict::pass);
  CHECK(result.checks[2].waits_for == Names{"values"});
  CHECK(result.points() == 1.0);
}

TEST_CASE("judge_program: a mistake that gives only some of the replies is not named") {
  const ProgramResult result =
      judged_python(python("[[x / 2 if len(X) > 1 else x + 5 for x in row] for row in X]"));
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(mistakes_of(result).empty());
}

TEST_CASE("judge_program: what is no number never passes, and shows its cause") {
  for (const std::string number : {"float('nan')", "float('inf')", "-float('inf')"}) {
    const ProgramResult result =
        judged_python(python("[[" + number + " for x in row] for row in X]"));
    CHECK(result.verdict == Verdict::not_yet);
    CHECK(result.points() == 0.0);
  }
  CHECK(mistakes_of(judged_python(python("[[float('nan') for x in row] for row in X]"))) ==
        Names{"divided_by_zero"});
  const ProgramResult one = judged_python(python(kRight, "float('nan')"));
  CHECK(one.verdict == Verdict::not_yet);
}

TEST_CASE("judge_program: what must stay has changed") {
  const ProgramResult leaks = judged_python(
      python("[[n * x + (X[-1][0] if len(X) == 3 else 0) for x in row] for row in X]"));
  CHECK(states_of(leaks) == Names{"pass", "pass", "failed"});
  CHECK(leaks.checks[2].failure->has_changed);
}

TEST_CASE("judge_program: no credit without a whole reply and exit code 0") {
  const auto failure = [](const std::string& text) {
    const ProgramResult result = judged_python(text);
    CHECK(result.points() == 0.0);
    CHECK(states_of(result) == Names{"failed", "skipped", "skipped"});
    return *result.checks.front().failure;
  };
  CHECK(failure(python(kRight) + "sys.exit(3)\n").verdict == CaseVerdict::stopped);
  CHECK(failure(python(kRight) + "import os; os.kill(os.getpid(), 11)\n").run.signal == 11);
  CHECK(failure(python(kRight) + "print('{}')\n").verdict == CaseVerdict::unreadable);
  CHECK(failure("print('PASS')\n").verdict == CaseVerdict::unreadable);
  CHECK(failure("").verdict == CaseVerdict::unreadable);
  CHECK(failure("syntax error here").verdict == CaseVerdict::stopped);
  CHECK(failure(python("[[1]]")).verdict == CaseVerdict::wrong_shape);
}

TEST_CASE("judge_program: one check or one case alone") {
  CHECK(states_of(judged_python(python(kRight), {.only_check = "first_row"})) == Names{"pass"});
  CHECK(judged_python(python(kRight), {.only_check = "values", .only_case = 2}).n_requests == 1);
  CHECK_THROWS_AS(judged_python(python(kRight), {.only_check = "none"}), InputError);
  CHECK_THROWS_AS(judged_python(python(kRight), {.only_check = "values", .only_case = 3}),
                  InputError);
}

}  // namespace
