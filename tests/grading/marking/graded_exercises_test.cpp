#include "grading/marking/graded_exercises.hpp"

#include <filesystem>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

const std::string kCourse = ATTN_SOURCE_DIR;
const std::string kProgram = "program-parameter-count";

const std::string kHiddenCheck =
    "seed = 11\n[[check]]\nname = \"secret\"\ntitle = { en = \"x\", ja = \"x\" }\npoints = 3\n"
    "cases = [{ d_model = 12 }]\n";

TEST_CASE("read_graded_exercises: the exercises of a course, and another fingerprint for others") {
  const GradedExercises one = read_graded_exercises(kCourse, {kProgram}, "");
  REQUIRE(one.exercises.size() == 1);
  CHECK(one.exercises[0].exercise().id == kProgram);
  CHECK(!one.exercises[0].seed());
  CHECK(read_graded_exercises(kCourse, {kProgram}, "").fingerprint == one.fingerprint);
  CHECK(read_graded_exercises(kCourse, {"program-keywords"}, "").fingerprint != one.fingerprint);
}

TEST_CASE("read_graded_exercises: hidden checks come last, with the seed of their file") {
  const TemporaryFolder hidden;
  hidden.file(kProgram + ".toml", kHiddenCheck);
  const GradedExercises graded = read_graded_exercises(kCourse, {kProgram}, hidden.path().string());
  const GradedExercise& one = graded.exercises.front();
  CHECK(one.seed() == 11);
  CHECK(one.exercise().program->checks.back().name == "secret");
  CHECK(one.exercise().program->checks.back().is_hidden);
  CHECK(!one.exercise().program->checks.front().is_hidden);
  const GradingPlan plan = grading_plan("attn", graded, {}, {});
  CHECK(plan.exercises.front().items.back().is_hidden);
  CHECK(plan.exercises.front().items.back().points == 3.0);
  CHECK(graded.fingerprint != read_graded_exercises(kCourse, {kProgram}, "").fingerprint);
}

TEST_CASE("read_graded_exercises: hidden checks that would not be used are refused") {
  const TemporaryFolder hidden;
  const auto read = [&](const std::string& id) {
    return read_graded_exercises(kCourse, {id}, hidden.path().string());
  };
  CHECK_NOTHROW(read(kProgram));
  hidden.file("no-such-exercise.toml", kHiddenCheck);
  CHECK_THROWS_AS(read(kProgram), InputError);
  fs::remove(hidden.path() / "no-such-exercise.toml");
  hidden.file("softmax-by-hand.toml", kHiddenCheck);
  CHECK_NOTHROW(read(kProgram));                         // it is not graded this time
  CHECK_THROWS_AS(read("softmax-by-hand"), InputError);  // it asks for answers
  fs::remove(hidden.path() / "softmax-by-hand.toml");
  for (const char* toml : {"seed = -1\n", "sead = 1\n", "[[check]]\nname = \"shape\"\n", "[["}) {
    hidden.file(kProgram + ".toml", toml);
    CHECK_THROWS_AS(read(kProgram), InputError);
  }
  CHECK_THROWS_AS(read_graded_exercises(kCourse, {kProgram}, "/nowhere"), InputError);
  // 7 columns cannot be dealt out to the heads of the exercise: nobody could be right.
  hidden.file(kProgram + ".toml",
              "[[check]]\nname = \"secret\"\ntitle = { en = \"x\", ja = \"x\" }\n"
              "cases = [{ d_model = 12 }, { d_model = 7 }]\n");
  CHECK_THROWS_AS(read(kProgram), InputError);
}

TEST_CASE("has_program: only where somebody handed one in") {
  const GradedExercises graded = read_graded_exercises(kCourse, {kProgram}, "");
  Classroom classroom;
  classroom.desks = {{.files = {{"note.txt", "a/note.txt"}}, .answers_to = {""}}};
  CHECK(!has_program(graded.exercises, classroom));
  classroom.desks = {{.files = {{kProgram + ".py", "a/x.py"}}, .answers_to = {""}}};
  CHECK(has_program(graded.exercises, classroom));
}

TEST_CASE("grading_plan: the rules say what decides about marks") {
  const GradedExercises graded = read_graded_exercises(kCourse, {kProgram}, "");
  const std::string usual = grading_plan("attn", graded, {}, {}).rules;
  CHECK(usual == ", exercises=" + graded.fingerprint + ", --isolation limits");
  CHECK(grading_plan("attn", graded, {}, {.judge = "attn 9"}).rules == "attn 9" + usual);
  CHECK(grading_plan("attn", graded, {}, {.seed = 4}).rules != usual);
  CHECK(grading_plan("attn", graded, {}, {.isolation = Isolation::bubblewrap}).rules != usual);
}

}  // namespace
}  // namespace attn
