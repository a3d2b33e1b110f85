#include "practice/course/manifest_program.hpp"

#include "base/message.hpp"
#include "practice/course/manifest.hpp"
#include "support/catch.hpp"
#include "support/program_exercise.hpp"

using namespace attn;
using Words = std::vector<std::string>;

namespace {

const std::string kAsked =
    "format_version = 1\nid = \"doubling\"\ntitle = { en = \"x\", ja = \"x\" }\n"
    "[given]\nn = 2\nX = [[1, 2]]\n[define]\nother = \"add(X, 1)\"\n"
    "[[field]]\nname = \"doubled\"\nkind = \"matrix\"\nask = { en = \"?\", ja = \"?\" }\n"
    "value = \"multiply(n, X)\"\n";
const std::string kProgramTable =
    "[program]\ncontract = \"tokens\"\nrun = { sh = [\"sh\", \"{file}\"] }\n";
const std::string kCheckTable =
    "[[check]]\nname = \"all\"\ntitle = { en = \"x\", ja = \"x\" }\ncases = [{ X = \"ones(2, 3)\" "
    "}]\n";

std::string why_program_refused(const std::string& rest) {
  try {
    read_manifest(kAsked + rest, "x.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST_CASE("read_program: what a manifest says of programs") {
  const Program& program = *doubling_exercise().program;
  CHECK(program.contract == Contract::json);
  CHECK(program.single_numbers == std::set<std::string>{"n"});
  CHECK(program.limits.cpu_seconds == 5.0);
  REQUIRE(program.languages.size() == 2);
  CHECK(program.languages[1].run == Words{"python3", "{file}"});
  REQUIRE(program.checks.size() == 3);
  CHECK(program.checks[0].looks == ProgramCheck::Looks::shape);
  CHECK(program.checks[1].points == 2.0);
  CHECK(program.checks[1].cases.size() == 2);
  CHECK(program.checks[2].looks == ProgramCheck::Looks::unchanged);
  CHECK(program.checks[2].after == Words{"values"});
}

TEST_CASE("read_program: a language that is built first") {
  const Exercise exercise =
      read_manifest(kAsked +
                        "[program]\ncontract = \"tokens\"\nlimits = { memory = 2, output = 0.5 }\n"
                        "run = { cpp = { build = [\"c++\", \"{file}\"], exec = [\"{exe}\"] } }\n" +
                        kCheckTable,
                    "x.toml");
  CHECK(exercise.program->languages[0].build == Words{"c++", "{file}"});
  CHECK(exercise.program->languages[0].run == Words{"{exe}"});
  CHECK(exercise.program->limits.memory_bytes == 2U << 20);
  CHECK(exercise.program->limits.output_bytes == 1U << 19);
  CHECK(exercise.program->language_of("a.cpp") == &exercise.program->languages[0]);
  CHECK(exercise.program->language_of("A.CPP") == &exercise.program->languages[0]);
  CHECK(exercise.program->language_of("a.py") == nullptr);
  CHECK(exercise.program->language_of("cpp") == nullptr);
}

TEST_CASE("read_program: what is wrong is told with its place") {
  const auto refused = [](const std::string& rest, const std::string& part) {
    CHECK_THAT(why_program_refused(rest), ContainsSubstring(part));
  };
  CHECK(why_program_refused(kProgramTable + kCheckTable) == "accepted");
  refused(kProgramTable, "[[check]] is missing");
  refused(kCheckTable, "[program] is missing");
  refused("[program]\ncontract = \"xml\"\nrun = { sh = [\"sh\"] }\n" + kCheckTable,
          "expected one of stdio-json/1, tokens");
  refused("[program]\ncontract = \"tokens\"\nrun = { sh = [\"sh\"] }\nlimits = { cpu = 0 }\n" +
              kCheckTable,
          "a limit is a number above 0");
  refused("[program]\ncontract = \"tokens\"\nrun = { sh = [\"sh\"] }\nlimits = { cup = 1 }\n" +
              kCheckTable,
          "cup");
  refused(kProgramTable + kCheckTable + kCheckTable, "the name all is there twice");
  const std::string next = "[[check]]\nname = \"next\"\ntitle = { en = \"x\", ja = \"x\" }\n";
  refused(kProgramTable + kCheckTable + next + "after = [\"later\"]\ncases = [{}]\n",
          "no check later stands before");
  refused(kProgramTable + kCheckTable + next + "cases = []\n", "the list is empty");
  refused(kProgramTable + kCheckTable + next + "cases = [{ other = 1 }]\n", "other is not given");
  refused(kProgramTable + kCheckTable + next + "cases = [{}]\nchange = { X = \"none\" }\n" +
              "same = { doubled = \"other\" }\n",
          "none");
  refused(kProgramTable + kCheckTable + next + "cases = [{}]\nchange = { X = \"other\" }\n" +
              "same = { tripled = \"other\" }\n",
          "there is no [[field]] tripled");
  refused(kProgramTable + kCheckTable + next + "cases = [{}]\nchange = { X = \"other\" }\n",
          "same");
}

TEST_CASE("add_hidden_checks: checks that only whoever grades knows, and their seed") {
  Exercise exercise = doubling_exercise();
  const std::string check = kCheckTable + "after = [\"values\"]\npoints = 2.5\n";
  CHECK(add_hidden_checks("seed = 3\n" + check, "h.toml", exercise.languages, exercise) == 3);
  REQUIRE(exercise.program->checks.size() == 4);
  CHECK(exercise.program->checks.back().is_hidden);
  CHECK(exercise.program->checks.back().points == 2.5);
  CHECK(!exercise.program->checks.front().is_hidden);
  CHECK(!add_hidden_checks("", "h.toml", exercise.languages, exercise));
  // The name is taken by now.
  CHECK_THROWS_AS(add_hidden_checks(check, "h.toml", exercise.languages, exercise), InputError);
}

TEST_CASE("read_points: a question or a check counts as much as its manifest says") {
  const std::string field =
      "[[field]]\nname = \"more\"\nkind = \"matrix\"\nask = { en = \"?\", ja = \"?\" }\n"
      "value = \"add(X, 2)\"\n";
  const std::string rest = kProgramTable + kCheckTable;
  CHECK(read_manifest(kAsked + field + rest, "x.toml").fields[1].points == 1.0);
  CHECK(read_manifest(kAsked + field + "points = 2.5\n" + rest, "x.toml").fields[1].points == 2.5);
  for (const char* points : {"0", "-1", "1001", "\"2\""}) {
    INFO(points);
    CHECK(why_program_refused(field + "points = " + points + "\n" + rest) != "accepted");
  }
}

}  // namespace
