#include "practice/course/course.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

std::string manifest_of(const std::string& id) {
  return "format_version = 1\nid = \"" + id + R"("
title = { en = "A title", ja = "題" }
[[field]]
name = "x"
kind = "number"
ask = { en = "?", ja = "？" }
value = "2 + 3"
)";
}

/// A course in a folder of its own.
struct CourseFolder {
  TemporaryFolder folder;

  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder.path(path)).parent_path());
    folder.file(path, text);
  }
  void exercise(const std::string& name, const std::string& id) const {
    write("exercises/" + name + "/exercise.toml", manifest_of(id));
  }
  std::string path() const { return folder.path().string(); }
  Course read() const { return read_course(path()); }
};

std::string refusal(const CourseFolder& course, const std::string& wanted) {
  try {
    read_exercise(course.path(), wanted);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("read_course: exercises by number, with their pages", "[practice][course]") {
  const CourseFolder folder;
  folder.write("exercises/course.toml", "name = \"algebra\"\n");
  folder.exercise("10-later", "later");
  folder.exercise("02-first", "first");
  folder.write("exercises/02-first/prompt.en.md", "Add.\r\n");
  folder.write("exercises/02-first/hints.en.md",
               "Read this.\n\n## One\n\nCount.\n\n## Two\n\nFive.\n");
  folder.write("exercises/02-first/hints.ja.md", "## 一\n\n数えます。\n");
  folder.write("exercises/02-first/answer.txt", "x =\n");
  folder.write("solutions/02-first/answer.txt", "x = 5\n");
  folder.write("solutions/02-first/solution.ja.md", "5 です。\n");

  const Course course = folder.read();
  CHECK(course.name == "algebra");
  CHECK(course.broken.empty());
  REQUIRE(course.exercises.size() == 2);
  const Exercise& first = course.exercises[0];
  CHECK(first.id == "first");
  CHECK(first.number == 2);
  CHECK(first.pages.prompt.in("en") == "Add.\n");
  CHECK(first.pages.prompt.in("ja").empty());
  REQUIRE(first.pages.hints.size() == 2);
  CHECK(first.pages.hints[0].in("en") == "## One\n\nCount.\n");
  CHECK(first.pages.hints[0].in("ja") == "## 一\n\n数えます。\n");
  CHECK(first.pages.hints[1].in("en") == "## Two\n\nFive.\n");
  CHECK(first.pages.hints[1].in("ja").empty());
  CHECK(first.pages.answer_template == "x =\n");
  CHECK(first.pages.answer == "x = 5\n");
  CHECK(first.pages.solution.in("ja") == "5 です。\n");
  CHECK(course.exercises[1].id == "later");
}

TEST_CASE("read_course: without course.toml it is called as its folder", "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("01-a", "a");
  CHECK(folder.read().name == folder.folder.path().filename().string());
  CHECK(read_course(folder.path() + "/").name == folder.read().name);
}

TEST_CASE("read_course: a broken exercise does not stop the others", "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("01-good", "good");
  folder.exercise("02-one", "another");
  folder.exercise("three", "three");
  folder.write("exercises/04-bad/exercise.toml", "format_version = 1\nid = \n");
  folder.write("exercises/05-empty/prompt.en.md", "Nothing else.");
  const Course course = folder.read();
  CHECK(course.exercises.size() == 1);
  REQUIRE(course.broken.size() == 4);
  CHECK(course.broken[0].first == "02-one");
  CHECK(course.broken[0].second == folder.folder.path("exercises/02-one/exercise.toml") +
                                       ": line 2, column 6: the id is another, and the folder's "
                                       "name ends in one. They must be the same.");
  CHECK(course.broken[1].first == "04-bad");
  CHECK(course.broken[2].first == "05-empty");
  CHECK(course.broken[3].second ==
        "three: a folder of an exercise is called by its number and its id: 01-two-words.");
}

TEST_CASE("read_exercise: with the mistakes beside the manifest, by the names of their files",
          "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("01-good", "good");
  const auto mistake = [](const std::string& name) {
    return "[[misconception]]\nname = \"" + name +
           "\"\nchange = { x = \"6\" }\nsay = { en = \"No.\", ja = \"違います。\" }\n";
  };
  folder.write("exercises/01-good/mistakes/2-late.toml", mistake("late"));
  folder.write("exercises/01-good/mistakes/1-early.toml", mistake("early"));
  folder.write("exercises/01-good/mistakes/.1-early.toml", "hidden");
  folder.write("exercises/01-good/mistakes/1-early.toml~", "of an editor");
  const Exercise exercise = read_exercise(folder.path(), "good");
  REQUIRE(exercise.alternatives.size() == 2);
  CHECK(exercise.alternatives[0].name == "early");
  CHECK(exercise.alternatives[1].place ==
        Place{.line = 1, .column = 1, .file = "mistakes/2-late.toml"});
  CHECK(read_course_overview(folder.path()).exercises.front().alternatives.empty());

  folder.write("exercises/01-good/mistakes/3-worse.toml", "[[mistake]]\n");
  CHECK_THAT(refusal(folder, "1"),
             ContainsSubstring(folder.folder.path("exercises/01-good/mistakes/3-worse.toml") +
                               ": line 1, column 3: there is no key mistake here."));
}

TEST_CASE("read_exercise: a folder of mistakes that cannot be read is not none",
          "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("01-good", "good");
  folder.write("exercises/01-good/mistakes", "a file");
  CHECK_THAT(refusal(folder, "1"), ContainsSubstring("the folder of mistakes cannot be read: "));
}

TEST_CASE("read_exercise: of one that cannot be used, the reason is told", "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("01-good", "good");
  folder.write("exercises/04-bad/exercise.toml", "format_version = 1\nid = \n");
  for (const char* wanted : {"4", "04", "bad", "b"}) {
    CHECK_THAT(refusal(folder, wanted), Catch::Matchers::StartsWith("04-bad cannot be used: "));
    CHECK_THAT(refusal(folder, wanted), ContainsSubstring("exercise.toml: line 2"));
  }
  folder.write("exercises/01-good/prompt.en.md", std::string(2 << 20, 'x'));
  CHECK_THAT(refusal(folder, "1"), Catch::Matchers::StartsWith("01-good cannot be used: "));
}

TEST_CASE("read_course: no folder, or nothing in it", "[practice][course]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink("nowhere", folder.path("link"));
  CHECK_THROWS_MATCHES(read_course(folder.path("link")), InputError,
                       Message(folder.path("link/exercises") + ": the link " + folder.path("link") +
                               " leads to nowhere, and there is nothing. Put the file or folder "
                               "there, or give another."));
  CHECK_THROWS_MATCHES(read_course(folder.path("none")), InputError,
                       Message(folder.path("none/exercises") +
                               ": there is no folder of exercises here. A course has a folder "
                               "exercises, and in it one for each exercise."));
  std::filesystem::create_directory(folder.path("exercises"));
  CHECK_THROWS_MATCHES(read_course(folder.path().string()), InputError,
                       Message(folder.path().string() + ": there is no exercise here."));
}

TEST_CASE("read_exercise: by number, id, or the beginning of one", "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("01-attention", "attention");
  folder.exercise("02-attention-cost", "attention-cost");
  folder.exercise("12-keywords", "keywords");
  const auto id_of = [&folder](const char* wanted) {
    return read_exercise(folder.path(), wanted).id;
  };
  CHECK(id_of("1") == "attention");
  CHECK(id_of("02") == "attention-cost");
  CHECK(id_of("１２") == "keywords");
  CHECK(id_of("attention") == "attention");
  CHECK(id_of("attention-") == "attention-cost");
  CHECK(id_of("k") == "keywords");
  CHECK(refusal(folder, "atten") ==
        "atten begins several ids: attention, attention-cost. Type more of the one that is meant.");
  CHECK(refusal(folder, "keyword_s") == "there is no exercise 'keyword_s'. Did you mean keywords?");
  CHECK(refusal(folder, "atention-") ==
        "there is no exercise 'atention-'. Did you mean attention?");
  CHECK(refusal(folder, "cost") == "there is no exercise 'cost'. Did you mean attention-cost?");
  CHECK(refusal(folder, "qqqq") ==
        "there is no exercise 'qqqq'. attn exercise list shows them all.");
  CHECK(refusal(folder, "7") == "there is no exercise '7'. attn exercise list shows them all.");
  CHECK(refusal(folder, "") == "there is no exercise ''. attn exercise list shows them all.");
}

TEST_CASE("read_exercise: the same as among the whole course", "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("01-attention", "attention");
  folder.write("exercises/01-attention/prompt.en.md", "Add.\n");
  const Course course = folder.read();
  const Exercise one = read_exercise(folder.path(), "attention");
  CHECK(one.number == 1);
  CHECK(one.pages.prompt.in("en") == course.exercises[0].pages.prompt.in("en"));
  CHECK(one.fields.size() == course.exercises[0].fields.size());
  CHECK(read_course_settings(folder.path()).name == course.name);
}

TEST_CASE("read_course_overview: everything but the pages", "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("02-later", "later");
  folder.exercise("01-first", "first");
  folder.exercise("03-broken", "another-id");
  folder.write("exercises/01-first/prompt.en.md", "Add.\n");
  const Course course = read_course_overview(folder.path());
  CHECK(course.name == folder.read().name);
  REQUIRE(course.exercises.size() == 2);
  CHECK(course.exercises[0].id == "first");
  CHECK(course.exercises[0].title.in("en") == "A title");
  CHECK(course.exercises[0].pages.prompt.in("en").empty());
  CHECK(course.broken.size() == 1);
}

TEST_CASE("exercise_names: by number, from what the folders are called", "[practice][course]") {
  const CourseFolder folder;
  folder.exercise("10-later", "later");
  folder.exercise("2-first", "first");
  folder.write("exercises/03-empty/prompt.en.md", "");
  folder.write("exercises/three/prompt.en.md", "");
  const std::vector<ExerciseName> names = exercise_names(folder.path());
  REQUIRE(names.size() == 3);
  CHECK(names[0].id == "first");
  CHECK(names[1].id == "empty");
  CHECK(names[2].number == 10);
  CHECK(names[2].folder == "10-later");
}
