#include "practice/course/new_exercise.hpp"

#include "base/message.hpp"
#include "practice/lint/lint.hpp"
#include "practice/lint/mistakes.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;
namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

namespace {

void write_course_file(const TemporaryFolder& folder, const std::string& toml) {
  fs::create_directory(folder.path() / "exercises");
  folder.file("exercises/course.toml", toml);
}

// A course of one written exercise in these languages, read again.
Course written_course(const TemporaryFolder& folder, const std::string& languages) {
  write_course_file(folder, "name = \"mine\"\nlanguages = [" + languages + "]\n");
  write_new_exercise(folder.path().string(), "which-word");
  return read_course(folder.path().string());
}

}  // namespace

TEST_CASE("write_new_exercise: is sound in whatever languages a course has", "[practice][course]") {
  for (const char* languages :
       {"\"en\"", "\"ja\"", "\"fr\"", "\"en\", \"ja\"", "\"ja\", \"en\", \"pt-BR\""}) {
    INFO(languages);
    const TemporaryFolder folder;
    const Course course = written_course(folder, languages);
    REQUIRE(course.broken.empty());
    REQUIRE(course.exercises.size() == 1);
    const LintReport report = lint(course);
    for (const LintFault& fault : report.faults) FAIL_CHECK(fault.text);
    CHECK(report.remarks.empty());
    CHECK(report.counts.variants == 5);
    for (const ShownMistake& mistake : shown_mistakes(course.exercises[0])) {
      CHECK(mistake.diagnosed == mistake.name);
      CHECK_FALSE(mistake.text.empty());
    }
  }
}

TEST_CASE("write_new_exercise: makes a course in the user's language where there is none",
          "[practice][course]") {
  const TemporaryFolder folder;
  const std::string course = folder.path("deep/mine");
  const NewExercise made = write_new_exercise(course, "which-word");
  CHECK(made.number == 1);
  CHECK(made.made_course);
  CHECK(made.languages == Strings{"en"});
  CHECK(made.files.size() == 6);
  for (const std::string& file : made.files) CHECK(fs::exists(file));
  CHECK(read_course(course).name == "mine");

  const NewExercise next = write_new_exercise(course, "second");
  CHECK(next.number == 2);
  CHECK_FALSE(next.made_course);
  CHECK(read_course(course).exercises.at(1).id == "second");
  CHECK(lint(read_course(course)).faults.empty());
}

TEST_CASE("write_new_exercise: a course without course.toml keeps its name and languages",
          "[practice][course]") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "exercises/07-old");
  const NewExercise made = write_new_exercise(folder.path().string(), "new");
  CHECK(made.number == 8);
  CHECK(made.languages == Strings{"en", "ja"});
  CHECK(read_course_settings(folder.path().string()).name == folder.path().filename().string());
}

TEST_CASE("write_new_exercise: replaces nothing, and refuses what is no id", "[practice][course]") {
  const TemporaryFolder folder;
  const std::string course = folder.path().string();
  write_new_exercise(course, "which-word");
  CHECK_THROWS_WITH(write_new_exercise(course, "which-word"),
                    course + ": there is an exercise which-word already: 01-which-word.");
  for (const char* id : {"", "Which", "a b", "../x", "-a", "日本"})
    CHECK_THROWS_WITH(write_new_exercise(course, id),
                      ContainsSubstring("an id has at most 64 small letters, digits and -"));
  try {
    write_new_exercise(course, "5");
    FAIL("a number is no id");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), Catch::Matchers::StartsWith("5 cannot be the id: "));
    CHECK(error.hints ==
          std::vector<std::string>{"For instance: attn exercise new " + course + " two-words"});
  }
  // A solution that lies there without its exercise.
  fs::create_directories(folder.path() / "solutions/02-other");
  folder.file("solutions/02-other/answer.txt", "mine");
  CHECK_THROWS_AS(write_new_exercise(course, "other"), InputError);
  folder.file("file", "");
  CHECK_THROWS_WITH(write_new_exercise(folder.path("file"), "a"),
                    folder.path("file") + ": this is no folder.");
}
