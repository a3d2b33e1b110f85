#include "grading/marking/mark_submission.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"
#include "support/temporary_folder.hpp"
#include "support/told_readings.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

const std::string kDoubler =
    "import sys, json\nr = json.load(sys.stdin)\n"
    "print(json.dumps({'doubled': [[2 * x for x in row] for row in r['X']],\n"
    "                  'sum': sum(map(sum, r['X']))}))\n";

/// A class of one, who hands in a file.
struct OneStudent {
  TemporaryFolder folder;
  GradedExercise graded;
  Student student{.id = "ana"};
  MarkingRules rules{};

  explicit OneStudent(const Exercise& exercise) : graded(exercise) {
    fs::create_directories(folder.path() / "ana");
  }

  Mark mark(const std::string& file, const std::string& bytes) const {
    folder.file("ana/" + file, bytes);
    return mark_submission(graded, student,
                           {folder.path().string(), {.path = "ana/" + file, .file = file}, {}},
                           rules);
  }
};

double sum_of_points(const Mark& mark) {
  double sum = 0.0;
  for (const MarkedItem& item : mark.items) sum += item.points;
  return sum;
}

TEST_CASE("mark_submission: a grading has no attempts") {
  const OneStudent one(practice_exercise());
  const Mark mark = one.mark("two-words.txt", "scores = a b\n");
  CHECK(mark.state == MarkState::marked);
  CHECK(mark.items[0].verdict == "unreadable");
  CHECK_THAT(mark.feedback, !ContainsSubstring("attempt"));
}

TEST_CASE("mark_submission: of an encoding it is told whose file has it") {
  const OneStudent one(practice_exercise());
  const ToldReadings told;
  std::string utf16("\xff\xfe", 2);
  for (const char c : std::string("scores = 2 2; 1 2\n")) utf16 += std::string{c, '\0'};
  const Mark mark = one.mark("two-words.txt", utf16);
  CHECK(mark.items[0].verdict == "pass");
  CHECK(told.sentences() == std::vector<std::string>{"ana/two-words.txt: read as UTF-16."});
}

TEST_CASE("mark_submission: an answer gets a point for each right question") {
  const OneStudent one(practice_exercise());
  const Mark mark =
      one.mark("two-words.txt", "scores = 2 2; 1 2\nweights = 0.5 0.5; 0.269 0.731\n");
  CHECK(mark.state == MarkState::marked);
  CHECK(mark.student == "ana");
  CHECK(mark.file == "two-words.txt");
  CHECK(mark.points() == 1.0);
  CHECK(mark.points() == sum_of_points(mark));
  REQUIRE(mark.items.size() > 2);
  CHECK(mark.items[0].verdict == "pass");
  CHECK(mark.items[1].verdict == "wrong");
  CHECK(mark.items[1].misconceptions == std::vector<std::string>{"no_scale"});
  CHECK(mark.items[1].unexplained.empty());
  CHECK(mark.items[2].verdict == "missing");
  CHECK_THAT(mark.feedback, ContainsSubstring("weights"));
  CHECK(!mark.fingerprint.empty());
  CHECK(mark.isolation.empty());
}

TEST_CASE("mark_submission: a wrong answer that nothing explains is kept for the teacher") {
  const OneStudent one(practice_exercise());
  const Mark mark = one.mark("two-words.txt", "scores = 17 -3; 5 12\n");
  CHECK(mark.items[0].verdict == "wrong");
  CHECK(mark.items[0].misconceptions.empty());
  CHECK(mark.items[0].unexplained == "17 -3; 5 12");
}

TEST_CASE("mark_submission: a line that is no answer costs no other question its point") {
  const OneStudent one(practice_exercise());
  for (const char* open : {"OPEN = 3", "- open: 3", "open = 4\nopen = 3", "```\nopen = 3\n```",
                           "open = 3\nand so on", "open = 3\nopne = 4", "Homework 3\nopen = 3"}) {
    INFO(open);
    const Mark mark = one.mark("two-words.txt", std::string(open) + "\nscores = 2 2; 1 2\n");
    CHECK(mark.state == MarkState::marked);
    CHECK(mark.points() == 2.0);
  }
  for (const char* open : {"open ≈ 3", "\u200Bopen = 3"}) {
    INFO(open);
    const Mark mark = one.mark("two-words.txt", "scores = 2 2; 1 2\n" + std::string(open) + "\n");
    CHECK(mark.points() == 1.0);
    CHECK_THAT(mark.feedback, ContainsSubstring("line 2 of the file"));
  }
}

TEST_CASE("mark_submission: what cannot be read is 0 points with the reason") {
  const OneStudent one(practice_exercise());
  const Mark other = one.mark("a.txt", "exercise = another\nscores = 1\n");
  CHECK(other.state == MarkState::unreadable);
  CHECK_THAT(other.reason, ContainsSubstring("another"));
  const Mark bytes = one.mark("b.txt", "scores = \xff\xfe\n");
  CHECK(bytes.state == MarkState::unreadable);
  CHECK(bytes.points() == 0.0);
  CHECK(one.mark("c.txt", std::string(2 << 20, 'x')).state == MarkState::unreadable);
  fs::create_symlink("/etc/passwd", one.folder.path() / "ana/link.txt");
  const Mark link = mark_submission(one.graded, one.student,
                                    {one.folder.path().string(), {.path = "ana/link.txt"}, {}}, {});
  CHECK(link.state == MarkState::unreadable);
  CHECK_THAT(link.reason, ContainsSubstring("link"));
}

TEST_CASE("mark_submission: a sheet of other numbers than the student's is not marked") {
  OneStudent one(practice_exercise());
  one.student.variant = 3;
  REQUIRE(!practice_exercise().variant.empty());
  const Mark mark = one.mark("two-words.txt", "variant = 4\nscores = 1 1; 1 1\n");
  CHECK(mark.state == MarkState::other_variant);
  CHECK(mark.points() == 0.0);
  CHECK(mark.variant == 3);
  CHECK_THAT(mark.reason, ContainsSubstring("4") && ContainsSubstring("3"));
  CHECK(one.mark("two-words.txt", "scores = 1 1; 1 1\n").variant == 3);
}

TEST_CASE("mark_submission: answers of other numbers are told, where the sheet does not say so") {
  OneStudent one(practice_exercise());
  one.student.variant = 3;
  const Mark mark =
      one.mark("two-words.txt", "scores = 2 2; 1 2\nweights = 0.5 0.5; 0.378 0.622\n");
  CHECK(mark.state == MarkState::marked);
  CHECK(mark.notes == std::vector<std::string>{
                          "The answers are those of variant 0. They were graded for variant 3."});
  CHECK(one.mark("two-words.txt", "scores = 1 1; 1 1\n").notes.empty());
}

TEST_CASE("mark_submission: a program gets the points of the checks that it passes") {
  const OneStudent one(doubling_exercise());
  const Mark right = one.mark("doubling.py", kDoubler);
  INFO(right.feedback << right.reason);
  CHECK(right.state == MarkState::marked);
  CHECK(right.points() == 4.0);
  CHECK(right.isolation == "limits");
  const Mark halved =
      one.mark("doubling.py",
               "import sys, json\nr = json.load(sys.stdin)\n"
               "print(json.dumps({'doubled': [[x / 2 for x in row] for row in r['X']],\n"
               "                  'sum': sum(map(sum, r['X']))}))\n");
  CHECK(halved.points() == 1.0);
  CHECK(halved.items[1].verdict == "wrong");
  CHECK(halved.items[1].misconceptions == std::vector<std::string>{"halved"});
  CHECK(halved.items[2].verdict == "skipped");
  CHECK_THAT(halved.feedback,
             ContainsSubstring("--case values.1 --variant " + std::to_string(halved.variant)));
  CHECK(one.mark("doubling.py", "exit(3)").items[0].verdict == "stopped");
}

TEST_CASE("mark_submission: another program is tried with other numbers, the same with the same") {
  OneStudent one(doubling_exercise());
  const std::uint64_t first = one.mark("doubling.py", kDoubler).variant;
  CHECK(one.mark("doubling.py", kDoubler).variant == first);
  CHECK(one.mark("doubling.py", kDoubler + "\n").variant != first);
  one.rules.seed = 7;
  CHECK(one.mark("doubling.py", kDoubler + "\n").variant == 7);
}

TEST_CASE("mark_submission: of a hidden check only its name and verdict are told") {
  Exercise exercise = doubling_exercise();
  exercise.program->checks.push_back(exercise.program->checks[1]);
  exercise.program->checks.back().name = "secret";
  exercise.program->checks.back().is_hidden = true;
  exercise.program->checks.back().after.clear();
  const OneStudent one(exercise);
  const Mark mark = one.mark("doubling.py", "print('nothing')\n");
  REQUIRE(mark.items.size() == 4);
  CHECK(mark.items[3].title == "a check that only your teacher knows");
  CHECK(mark.items[3].points == 0.0);
  CHECK(mark.items[3].unexplained.empty());
  CHECK(mark.feedback.find("secret.1") == std::string::npos);
}

TEST_CASE("mark_submission: a folder is handed in whole") {
  const OneStudent one(doubling_exercise());
  fs::create_directories(one.folder.path() / "ana/doubling/parts");
  one.folder.file("ana/doubling/main.py",
                  "import sys, json\nfrom parts.twice import twice\n"
                  "r = json.load(sys.stdin)\n"
                  "print(json.dumps({'doubled': twice(r['X']),\n"
                  "  'sum': sum(map(sum, r['X']))}))\n");
  one.folder.file("ana/doubling/parts/twice.py",
                  "def twice(X): return [[2 * x for x in row] for row in X]\n");
  fs::create_symlink("/etc/passwd", one.folder.path() / "ana/doubling/secrets");
  const Mark mark = mark_submission(
      one.graded, one.student,
      {one.folder.path().string(), {.path = "ana/doubling", .is_folder = true}, {}}, {});
  INFO(mark.reason << mark.feedback);
  CHECK(mark.points() == 4.0);
  REQUIRE(mark.notes.size() == 1);
  CHECK_THAT(mark.notes.front(), ContainsSubstring("secrets"));
}

TEST_CASE("mark_submission: a refusal names files as they were handed in") {
  const OneStudent one(doubling_exercise());
  fs::create_directories(one.folder.path() / "ana/doubling");
  one.folder.file("ana/doubling/notes.md", "nothing yet\n");
  const Mark mark = mark_submission(
      one.graded, one.student,
      {one.folder.path().string(), {.path = "ana/doubling", .is_folder = true}, {}}, {});
  CHECK(mark.state == MarkState::unreadable);
  CHECK(mark.reason == "doubling: there is no program here. It ends in .sh, .py.");
}

TEST_CASE("mark_submission: which file was graded is said where it is in doubt") {
  const OneStudent one(practice_exercise());
  one.folder.file("ana/copy.txt", "scores = 2 2; 1 2\n");
  const ChosenFile chosen{
      .path = "ana/copy.txt", .file = "hw/copy.txt", .has_usual_name = false, .also = {"b.txt"}};
  const Mark mark =
      mark_submission(one.graded, one.student, {one.folder.path().string(), chosen, {}}, {});
  REQUIRE(mark.notes.size() == 2);
  CHECK(mark.notes[0] == "This was handed in as hw/copy.txt. Its usual name is two-words.txt.");
  CHECK(mark.notes[1] == "hw/copy.txt was graded, not b.txt.");
}

TEST_CASE("missing_mark: what lies there instead is named") {
  const GradedExercise graded(doubling_exercise());
  CHECK(missing_mark(graded, {.id = "ana"}, {}).reason.empty());
  CHECK(
      missing_mark(graded, {.id = "ana"}, {"solution.py"}).reason ==
      "You handed in solution.py. This exercise takes one of: doubling.sh, doubling.py, doubling.");
  CHECK_THAT(missing_mark(graded, {.id = "ana"}, {"all.zip"}).reason,
             ContainsSubstring("Archives are not unpacked"));
}

TEST_CASE("fingerprint_of_submission: all that the mark hangs on") {
  const OneStudent one(practice_exercise());
  const HandedInFile file{"class", {.path = "ana/x.txt", .file = "x.txt"}, {}};
  const TakenFiles taken{.name = "x.txt", .files = {{"x.txt", "scores = 1\n"}}};
  const auto fingerprint = [&](const Student& student, const HandedInFile& handed_in) {
    return fingerprint_of_submission(one.graded, student, handed_in, taken);
  };
  const std::string usual = fingerprint({.id = "ana"}, file);
  CHECK(fingerprint({.id = "bob"}, file) == usual);
  CHECK(fingerprint({.id = "ana", .variant = 7}, file) != usual);
  HandedInFile among_others = file;
  among_others.chosen.also = {"y.txt"};
  CHECK(fingerprint({.id = "ana"}, among_others) != usual);
  HandedInFile closed = file;
  closed.has_closed_folder = true;
  CHECK(fingerprint({.id = "ana"}, closed) != usual);
}

TEST_CASE("most_seconds_of: every request at its limit fits") {
  CHECK(most_seconds_of(doubling_exercise()) >= 5 * 20.0);
  CHECK(most_seconds_of(practice_exercise()) > 0.0);
}

TEST_CASE("GradedExercise: prepared numbers judge as fresh ones do") {
  GradedExercise graded(practice_exercise());
  const arma::mat fresh = graded.worksheet(5).numbers("scores");
  graded.prepare(5);
  CHECK(arma::approx_equal(graded.worksheet(5).numbers("scores"), fresh, "absdiff", 0.0));
}

}  // namespace
}  // namespace attn
