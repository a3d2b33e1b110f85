#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "practice/course/course.hpp"
#include "practice/judge/compare.hpp"
#include "practice/program/contract.hpp"
#include "practice/program/judge_program.hpp"
#include "practice/program/requests.hpp"
#include "practice/program/submission.hpp"
#include "sandbox/isolation.hpp"
#include "support/catch.hpp"
#include "support/rounds.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

// The course's programs, and beside each a program that is right until it is told to make one of
// the mistakes that the exercise names.
const std::vector<std::string> kProgramIds{
    "program-masked-attention", "program-half-mask",           "program-keywords",
    "program-multi-head",       "program-positional-encoding", "program-parameter-count"};

Exercise exercise_with_program(const std::string& id) {
  Exercise exercise = read_exercise(ATTN_SOURCE_DIR, id);
  REQUIRE(exercise.program.has_value());
  // Most of the time goes into compiling, and the programs are small.
  for (ProgramLanguage& language : exercise.program->languages)
    std::replace(language.build.begin(), language.build.end(), std::string("-O2"),
                 std::string("-O0"));
  return exercise;
}

std::string wrong_program(const Exercise& exercise, const std::string& extension) {
  std::ifstream file(std::string(ATTN_SOURCE_DIR) + "/tests/programs/" + exercise.id + "." +
                     extension);
  REQUIRE(file.is_open());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string making(std::string program, const std::string& mistake) {
  const std::string none = "\"none\"";
  const std::size_t at = program.find(none);
  REQUIRE(at != std::string::npos);
  return program.replace(at, none.size(), "\"" + mistake + "\"");
}

ProgramResult judged(const Exercise& exercise, const std::string& extension,
                     const std::string& text, const ProgramTrial& trial = {}) {
  static const Isolation isolation = strongest_isolation();
  const TemporaryFolder folder;
  const std::string path = folder.file("program." + extension, text);
  return judge_program(exercise, {.path = path, .isolation = isolation}, trial);
}

std::set<std::string> mistakes_modelled_in(const Exercise& exercise) {
  std::set<std::string> names;
  for (const Alternative& one : exercise.alternatives)
    if (!one.accepted) names.insert(one.name);
  return names;
}

void replace_all(std::string& text, const std::string& old, const std::string& other) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += other.size())
    text.replace(at, old.size(), other);
}

// A program in C++ that computes in 32 bits and prints six digits, as C++ does by itself.
std::string coarser(std::string program) {
  replace_all(program, "double", "float");
  replace_all(program, "strtod", "strtof");
  replace_all(program, "precision(17)", "precision(6)");
  return program;
}

// The first case whose reply is not right, or "".
std::string first_wrong_case(const Exercise& exercise, const PreparedProgram& program,
                             std::uint64_t variant) {
  for (const ProgramCheck& check : exercise.program->checks)
    for (std::size_t number = 1; number <= check.cases.size(); ++number) {
      const Worksheet numbers = numbers_of_case(exercise, check, number, variant);
      const Reply reply = read_reply(program.run(request_text(numbers)).out, numbers);
      for (const Field& field : exercise.fields)
        if (!reply.fault.empty() ||
            !compare(field, reply.values.at(field.name), numbers.numbers(field.name)).matches())
          return check.name + "." + std::to_string(number);
    }
  return "";
}

bool all_rounds() { return std::getenv("ATTN_ALL_ROUNDS") != nullptr; }

// "" where a program is told this mistake, alone or with two others at most; else what it is told.
std::string wrongly_told(const ProgramResult& result, const std::string& mistake) {
  constexpr std::size_t kMostNamed = 3;
  if (result.failed_build) return "it does not compile: " + result.failed_build->err;
  if (result.verdict == Verdict::pass) return "it passes";
  for (const auto& [field, named] : result.mistakes)
    for (const Alternative* one : named)
      if (one->name == mistake && named.size() <= kMostNamed) return "";
  return "it is not named";
}

// The first check that finds a mistake, with its largest request alone: most of the time goes into
// starting programs.
std::string wrongly_told_at_once(const Exercise& exercise, const std::string& extension,
                                 const std::string& text, const std::string& mistake) {
  for (const ProgramCheck& check : exercise.program->checks) {
    if (check.looks != ProgramCheck::Looks::values) continue;
    const ProgramTrial trial{.only_check = check.name, .only_case = check.cases.size()};
    const ProgramResult result = judged(exercise, extension, text, trial);
    if (result.verdict != Verdict::pass) return wrongly_told(result, mistake);
  }
  return "it passes";
}

}  // namespace

TEST_CASE("wrong programs: every mistake that an exercise names is told who makes it") {
  for (const std::string& id : kProgramIds) {
    const Exercise exercise = exercise_with_program(id);
    const std::string program = wrong_program(exercise, "py");
    CHECK(wrongly_told_at_once(exercise, "py", program, "none") == "it passes");
    for (const std::string& mistake : mistakes_modelled_in(exercise)) {
      INFO(id << ".py, " << mistake);
      const std::string text = making(program, mistake);
      CHECK((all_rounds() ? wrongly_told(judged(exercise, "py", text), mistake)
                          : wrongly_told_at_once(exercise, "py", text, mistake)) == "");
    }
  }
}

// Each is compiled, which takes a second: two of an exercise stand for the others.
TEST_CASE("wrong programs: in C++ as in Python") {
  for (const std::string& id : kProgramIds) {
    const Exercise exercise = exercise_with_program(id);
    const std::string program = wrong_program(exercise, "cpp");
    if (all_rounds()) CHECK(judged(exercise, "cpp", program).verdict == Verdict::pass);
    const std::set<std::string> names = mistakes_modelled_in(exercise);
    for (const std::string& mistake : names) {
      if (!all_rounds() && mistake != *names.begin() && mistake != *names.rbegin()) continue;
      INFO(id << ".cpp, " << mistake);
      CHECK(wrongly_told(judged(exercise, "cpp", making(program, mistake)), mistake) == "");
    }
  }
}

TEST_CASE("programs of the course: solutions pass, and templates do not yet") {
  for (const std::string& id : kProgramIds) {
    const Exercise exercise = exercise_with_program(id);
    const auto& solutions = exercise.pages.program_solutions;
    const auto& templates = exercise.pages.program_templates;
    for (const std::string extension : {"py", "cpp"}) {
      INFO(id << "." << extension);
      CHECK(judged(exercise, extension, solutions.at(extension)).verdict == Verdict::pass);
      if (extension == "cpp" && !all_rounds()) continue;
      const ProgramResult empty = judged(exercise, extension, templates.at(extension));
      CHECK(empty.verdict == Verdict::not_yet);
      CHECK(!empty.failed_build);
      CHECK(empty.n_requests > 0);
    }
  }
}

// program-parameter-count asks for all digits: it names who prints six.
TEST_CASE("programs of the course: 32 bits and six digits are enough, whatever the numbers") {
  for (const std::string& id : kProgramIds) {
    if (id == "program-parameter-count") continue;
    const Exercise exercise = exercise_with_program(id);
    const TemporaryFolder folder;
    const std::string path =
        folder.file("program.cpp", coarser(exercise.pages.program_solutions.at("cpp")));
    const PreparedProgram program(*exercise.program,
                                  {.path = path, .isolation = strongest_isolation()});
    REQUIRE(program.is_built());
    const int n_variants = all_rounds() ? 40 : rounds(5);
    for (int variant = 0; variant < n_variants; ++variant) {
      INFO(id << ", variant " << variant);
      CHECK(first_wrong_case(exercise, program, static_cast<std::uint64_t>(variant)) == "");
    }
  }
}
