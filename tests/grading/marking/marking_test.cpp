#include "grading/marking/marking.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "data/files/file.hpp"
#include "practice/program/program.hpp"
#include "sandbox/launch.hpp"
#include "sandbox/worker_pool.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"
#include "support/temporary_folder.hpp"
#include "support/told_readings.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

HandedInFile chosen_at(const TemporaryFolder& folder, const std::string& path, bool is_folder) {
  return {folder.path().string(), {.path = path, .is_folder = is_folder}};
}

TEST_CASE("take_files: a file is taken with its name alone") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "ana");
  folder.file("ana/x.txt", "a = 1\n");
  const TakenFiles taken = take_files(chosen_at(folder, "ana/x.txt", false), false);
  CHECK(taken.name == "x.txt");
  REQUIRE(taken.files.size() == 1);
  CHECK(taken.files.front().second == "a = 1\n");
  const TemporaryFolder there;
  const std::string path = put_files(taken, there.path().string());
  CHECK(path == there.path("x.txt"));
  CHECK(file_bytes(path, 100) == "a = 1\n");
}

TEST_CASE("take_files: a folder is taken whole, but for what is no file") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "ana/p/parts");
  folder.file("ana/p/main.py", "1");
  folder.file("ana/p/parts/b.py", "2");
  fs::create_symlink("/etc/passwd", folder.path() / "ana/p/link");
  fs::create_directory_symlink("/etc", folder.path() / "ana/p/parts/etc");
  REQUIRE(::mkfifo(folder.path("ana/p/pipe").c_str(), 0600) == 0);
  const TakenFiles taken = take_files(chosen_at(folder, "ana/p", true), true);
  CHECK(taken.files.size() == 2);
  CHECK(taken.left_out == std::vector<std::string>{"link", "parts/etc", "pipe"});
  const TemporaryFolder there;
  const std::string path = put_files(taken, there.path().string());
  CHECK(path == there.path("p"));
  CHECK(file_bytes(path + "/parts/b.py", 100) == "2");
}

TEST_CASE("take_files: too much is refused") {
  const TemporaryFolder folder;
  folder.file("large.txt", std::string((1 << 20) + 1, 'x'));
  CHECK_THROWS_AS(take_files(chosen_at(folder, "large.txt", false), false), InputError);
  CHECK_NOTHROW(take_files(chosen_at(folder, "large.txt", false), true));
  fs::create_directories(folder.path() / "many");
  for (std::size_t i = 0; i <= kMostProgramFiles; ++i)
    folder.file("many/" + std::to_string(i) + ".py", "");
  CHECK_THROWS_AS(take_files(chosen_at(folder, "many", true), true), InputError);
  fs::create_directories(folder.path() / "heavy");
  for (int i = 0; i < 5; ++i)
    folder.file("heavy/" + std::to_string(i) + ".py", std::string(1 << 20, 'x'));
  CHECK_THROWS_WITH(take_files(chosen_at(folder, "heavy", true), true),
                    "heavy: a program has at most 4 MiB, and there is more.");
}

TEST_CASE("put_files: of an empty folder the folder") {
  const TemporaryFolder folder, there;
  fs::create_directories(folder.path() / "p");
  CHECK(fs::is_directory(
      put_files(take_files(chosen_at(folder, "p", true), true), there.path().string())));
}

TEST_CASE("take_files: nothing is left out because it lies too deep") {
  const TemporaryFolder folder;
  std::string deep = "p";
  for (int i = 0; i < 8; ++i) deep += "/d";
  fs::create_directories(folder.path() / deep);
  folder.file(deep + "/x.py", "1");
  CHECK(take_files(chosen_at(folder, "p", true), true).files.size() == 1);
  fs::create_directories(folder.path() / deep / "d");
  CHECK_THROWS_WITH(take_files(chosen_at(folder, "p", true), true),
                    deep + "/d: folders of a program are at most 8 deep.");
}

TEST_CASE("TakenFiles: another name, path or byte is another fingerprint") {
  TakenFiles taken{.name = "p", .is_folder = true, .files = {{"a.py", "1"}, {"b.py", "2"}}};
  const std::string before = taken.fingerprint();
  CHECK(taken.fingerprint() == before);
  TakenFiles renamed = taken, moved = taken, changed = taken;
  renamed.name = "q";
  moved.files[0].first = "c.py";
  changed.files[1].second = "3";
  for (const TakenFiles& other : {renamed, moved, changed}) CHECK(other.fingerprint() != before);
}

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
  CHECK_FALSE(contains(mark.feedback, "secret.1"));
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
  // What must stay unchanged is asked twice: its one case takes as long as the two before it.
  Exercise fewer = doubling_exercise();
  std::vector<double> seconds{most_seconds_of(fewer)};
  for (int i = 0; i < 2; ++i) {
    fewer.program->checks.pop_back();
    seconds.push_back(most_seconds_of(fewer));
  }
  CHECK(seconds[0] - seconds[1] == Approx(seconds[1] - seconds[2]));
}

TEST_CASE("GradedExercise: prepared numbers judge as fresh ones do") {
  GradedExercise graded(practice_exercise());
  const arma::mat fresh = graded.worksheet(5).numbers("scores");
  graded.prepare(5);
  CHECK(arma::approx_equal(graded.worksheet(5).numbers("scores"), fresh, "absdiff", 0.0));
}

GradingPlan two_students() {
  GradingPlan plan{.course = "attn", .rules = "exercises 1"};
  plan.students = {{.id = "ana"}, {.id = "b\"o\nb"}};
  plan.exercises = {{.id = "one"}, {.id = "two"}};
  return plan;
}

Mark mark_of(const std::string& student, const std::string& exercise) {
  return {.student = student, .exercise = exercise, .state = MarkState::marked, .file = "x.txt"};
}

std::string all_of_file(const std::string& path) { return file_bytes(path, 1 << 20); }

TEST_CASE("Journal: what was written is read") {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  {
    Journal journal(path, {2, 3}, two_students(), false);
    journal.begin({"ana", "one"}, true);
    journal.add(mark_of("ana", "one"));
    journal.begin({"b\"o\nb", "two"}, false);
    journal.begin({"ana", "two"}, false);
    journal.leave({"ana", "two"});
  }
  const JournalContent content = read_journal(path);
  CHECK(content.shard.number == 2);
  CHECK(content.shard.of == 3);
  CHECK(content.plan.students[1].id == "b\"o\nb");
  CHECK(content.marks.size() == 1);
  CHECK(content.marks.at({"ana", "one"}).file == "x.txt");
  // Only the one that was neither marked nor left.
  CHECK(content.n_broken_off == std::map<SubmissionName, unsigned>{{{"b\"o\nb", "two"}, 1}});
}

TEST_CASE("Journal: one that was cut in the middle of a line goes on") {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  {
    Journal journal(path, {}, two_students(), false);
    journal.add(mark_of("ana", "one"));
    journal.add(mark_of("ana", "two"));
  }
  const std::string whole = all_of_file(path);
  for (std::size_t n = whole.find('\n') + 1; n < whole.size(); n += 7) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, n);
    const std::size_t n_marks = read_journal(path).marks.size();
    CHECK(n_marks <= 1);
    {
      Journal journal(path, {}, two_students(), true);
      journal.add(mark_of("ana", "two"));
    }
    CHECK(read_journal(path).marks.size() == n_marks + 1);
  }
}

TEST_CASE("Journal: a submission that was begun twice and never ended was broken off twice") {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  for (const bool goes_on : {false, true})
    Journal(path, {}, two_students(), goes_on).begin({"ana", "one"}, false);
  CHECK(read_journal(path).n_broken_off.at({"ana", "one"}) == 2);
}

TEST_CASE("Journal: one at a time") {
  const TemporaryFolder folder;
  const Journal journal(folder.path("journal.jsonl"), {}, two_students(), false);
  CHECK_THROWS_AS(Journal(folder.path("journal.jsonl"), {}, two_students(), true),
                  SurroundingsError);
}

TEST_CASE("Journal: nothing is followed, and nothing else overwritten") {
  const TemporaryFolder folder;
  folder.file("other", "keep");
  std::filesystem::create_symlink(folder.path("other"), folder.path() / "journal.jsonl");
  CHECK_THROWS_AS(Journal(folder.path("journal.jsonl"), {}, two_students(), false),
                  SurroundingsError);
  CHECK(all_of_file(folder.path("other")) == "keep");
}

TEST_CASE("parse_journal: what is none is refused with its line") {
  CHECK_REFUSED(parse_journal("", "j"), "j: this is not a journal of marks: it is empty.");
  const std::string head = journal_text({}, two_students(), {});
  for (const std::string& bytes :
       {std::string("nonsense\n"), std::string("{}\n"), std::string("{\"schema\":\"attn.x/1\"}\n"),
        head + "[1]\n{\"mark\":{}}\n", head + "{\"begun\":[1]}\n", head + "\xff\n"})
    CHECK_THROWS_AS(parse_journal(bytes, "j"), InputError);
  for (const std::string& line : {"nonsense\n", "{\"begun\":[1]}\n", "\xff\n"})
    CHECK_REFUSED(parse_journal(head + line, "j"),
                  "j: line 2: this is not a journal of marks: it is damaged. Grade again into "
                  "another folder.");
}

TEST_CASE("journal_text: the same marks give the same bytes, and are read again") {
  const Mark one = mark_of("ana", "one"), two = mark_of("ana", "two");
  const std::string text = journal_text({}, two_students(), {&one, &two});
  CHECK(text == journal_text({}, two_students(), {&one, &two}));
  CHECK(parse_journal(text, "j").marks.size() == 2);
}

/// A class of three: one is right, one has a mistake, one handed in nothing but a note.
class SmallClass {
 public:
  // With further files, by name.
  explicit SmallClass(const std::map<std::string, std::string>& more = {}) {
    for (const char* student : {"ana", "bob", "chi"})
      fs::create_directories(class_path() / student);
    folder_.file("class/ana/two-words.txt", "scores = 2 2; 1 2\n");
    folder_.file("class/bob/two-words.txt", "scores = 2 1; 2 2\n");
    folder_.file("class/bob/doubling.sh", "exit 3\n");
    folder_.file("class/chi/note.md", "I was ill.\n");
    for (const auto& [name, bytes] : more) folder_.file(name, bytes);
    graded_.exercises.emplace_back(practice_exercise());
    graded_.exercises.emplace_back(doubling_exercise());
    look();
  }

  void look() {
    classroom_ = look_round(class_path().string(), read_class_layout("folders"), {}, {},
                            {{1, "two-words", "01-two-words"}, {2, "doubling", "02-doubling"}});
    plan_ = grading_plan("course", graded_, classroom_, {});
  }

  GradedClass grade(const JournalContent& before = {}, bool goes_on = false,
                    std::size_t n_jobs = 2) {
    Journal journal(journal_path(), shard, plan_, goes_on);
    ClassToGrade task{.classroom = classroom_,
                      .exercises = graded_.exercises,
                      .plan = plan_,
                      .n_jobs = n_jobs,
                      .shard = shard};
    return grade_class(task, before, journal, watch);
  }

  JournalContent journal() const { return read_journal(journal_path()); }
  std::string journal_path() const { return folder_.path("journal.jsonl"); }
  fs::path class_path() const { return folder_.path() / "class"; }
  const TemporaryFolder& folder() const { return folder_; }

  Shard shard{};
  GradingWatch watch{
      .done = [this](const Mark& mark, std::size_t,
                     std::size_t) { told.insert(mark.student + " " + mark.exercise); },
      .broken_off = [this](const SubmissionName& name,
                           bool is_given_up) { broken.emplace_back(name.first, is_given_up); },
      .speak = [](const std::string&) {}};
  std::set<std::string> told{};
  std::vector<std::pair<std::string, bool>> broken{};

 private:
  TemporaryFolder folder_;
  GradedExercises graded_;
  Classroom classroom_;
  GradingPlan plan_;
};

TEST_CASE("grade_class: everybody has a mark for everything, in the order of the plan") {
  for (const std::size_t n_jobs : {1, 4}) {
    SmallClass small;
    const GradedClass graded = small.grade({}, false, n_jobs);
    CHECK(graded.signal == 0);
    CHECK(graded.n_graded == 3);
    REQUIRE(graded.marks.size() == 6);
    CHECK(graded.marks[0].points() == 1.0);
    CHECK(graded.marks[1].state == MarkState::missing);
    CHECK(graded.marks[2].points() == 0.0);
    CHECK(graded.marks[3].items[0].verdict == "stopped");
    CHECK(graded.marks[5].state == MarkState::missing);
    CHECK_THAT(graded.marks[5].reason, ContainsSubstring("note.md"));
    CHECK(small.told.size() == 3);
    CHECK(small.journal().marks.size() == 3);
    CHECK(processes_below(::getpid()).empty());
  }
}

TEST_CASE("grade_class: whoever handed in nothing is told what lies there instead") {
  SmallClass small({{"class/chi/doubling.zip", "PK"},
                    {"class/chi/mine.txt", "exercise = another\n"},
                    {"class/chi/copy.txt", "exercise = two-words\nscores = 2 2; 1 2\n"}});
  const GradedClass graded = small.grade();
  REQUIRE(graded.marks.size() == 6);
  CHECK(graded.marks[4].state == MarkState::marked);
  CHECK(graded.marks[5].state == MarkState::missing);
  CHECK_THAT(graded.marks[5].reason,
             ContainsSubstring("You handed in doubling.zip, mine.txt, note.md."));
}

TEST_CASE("grade_class: whoever handed in a hidden file is told that nobody looks at it") {
  SmallClass small({{"class/chi/.doubling.sh", "exit 3\n"}, {"class/chi/.two-words.txt", ""}});
  const GradedClass graded = small.grade();
  CHECK(graded.marks[5].others == std::vector<std::string>{"note.md", ".doubling.sh"});
  CHECK_THAT(graded.marks[5].reason,
             ContainsSubstring("You handed in note.md, .doubling.sh.") &&
                 ContainsSubstring("Hidden files are not looked at: hand them in under names that "
                                   "do not begin with a dot."));
  CHECK_THAT(graded.marks[1].reason, !ContainsSubstring("Hidden"));
}

TEST_CASE("grade_class: whoever handed in folders in folders is told where nobody looked") {
  fs::path deep = "class/chi/my/own/work";
  SmallClass small;
  fs::create_directories(small.folder().path() / deep);
  small.folder().file((deep / "doubling.sh").string(), "exit 3\n");
  small.look();
  CHECK_THAT(small.grade().marks[5].reason,
             ContainsSubstring("You handed in note.md, my/own/work."));
}

TEST_CASE("grade_class: what was marked is not graded again, unless it was changed") {
  SmallClass small;
  small.grade();
  small.told.clear();
  small.folder().file("class/bob/two-words.txt", "scores = 2 2; 1 2\n");
  const GradedClass again = small.grade(small.journal(), true);
  CHECK(small.told == std::set<std::string>{"bob two-words"});
  CHECK(again.n_graded == 1);
  CHECK(again.marks[2].points() == 1.0);
  CHECK(small.journal().marks.at({"bob", "two-words"}).points() == 1.0);
}

TEST_CASE("grade_class: what vanishes meanwhile is nobody's fault, and is tried again") {
  SmallClass small;
  fs::remove(small.class_path() / "ana/two-words.txt");
  const GradedClass graded = small.grade();
  CHECK(graded.marks[0].state == MarkState::grader_failed);
  CHECK_THAT(graded.marks[0].reason, ContainsSubstring("there is no such file"));
  small.folder().file("class/ana/two-words.txt", "scores = 2 2; 1 2\n");
  CHECK(small.grade(small.journal(), true).marks[0].points() == 1.0);
}

TEST_CASE("grade_class: what it was killed on is named, and given up after the second time") {
  for (const unsigned n_times : {1U, 2U}) {
    SmallClass small;
    JournalContent before;
    before.n_broken_off[{"bob", "doubling"}] = n_times;
    const GradedClass graded = small.grade(before);
    REQUIRE(small.broken.size() == 1);
    CHECK(small.broken.front() == std::pair<std::string, bool>{"bob", n_times == 2});
    CHECK(graded.marks[3].state == (n_times == 2 ? MarkState::grader_failed : MarkState::marked));
    CHECK(graded.signal == 0);
  }
}

TEST_CASE("grade_class: what was given up is tried once more the next time") {
  SmallClass small;
  JournalContent before;
  before.n_broken_off[{"bob", "doubling"}] = 2;
  const GradedClass given_up = small.grade(before);
  CHECK_THAT(given_up.marks[3].reason, ContainsSubstring("--resume"));
  CHECK(small.grade(small.journal(), true).marks[3].state == MarkState::marked);
}

TEST_CASE("grade_class: what it was killed on runs before the others, and alone") {
  SmallClass small;
  JournalContent before;
  before.n_broken_off[{"bob", "doubling"}] = 1;
  std::vector<std::string> order;
  small.watch.done = [&order](const Mark& mark, std::size_t, std::size_t) {
    order.push_back(mark.student + " " + mark.exercise);
  };
  small.folder().file("class/bob/doubling.sh", "sleep 1; exit 3\n");
  small.grade(before, false, 4);
  REQUIRE(order.size() == 3);
  CHECK(order.front() == "bob doubling");  // although it takes the longest
}

TEST_CASE("grade_class: stopped, it leaves what it has not done for the next time") {
  SmallClass small;
  {
    const InterruptionHold hold;
    ::raise(SIGTERM);
    const GradedClass stopped = small.grade();
    CHECK(stopped.signal == SIGTERM);
    CHECK(stopped.marks.size() < 6);
  }
  CHECK(small.journal().n_broken_off.empty());
  CHECK(small.grade(small.journal(), true).marks.size() == 6);
}

TEST_CASE("grade_class: a part has the marks of its students alone") {
  SmallClass small;
  small.shard = {2, 2};
  const GradedClass graded = small.grade();
  REQUIRE(graded.marks.size() == 2);
  CHECK(graded.marks[0].student == "bob");
}

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

JournalContent part(std::size_t number, const std::string& rules = "same") {
  JournalContent content{.shard = {number, 2}};
  content.plan = {.course = "attn", .rules = rules};
  content.plan.students = {{.id = "ana"}, {.id = "bob"}, {.id = "chi"}};
  content.plan.exercises = {{.id = "one"}, {.id = "two"}};
  for (std::size_t i = 0; i < 3; ++i)
    for (const char* exercise : {"one", "two"})
      if (content.shard.has(i)) {
        const std::string student = content.plan.students[i].id;
        content.marks[{student, exercise}] = {.student = student, .exercise = exercise};
      }
  return content;
}

TEST_CASE("merged_parts: the order of the parts does not matter") {
  for (const bool is_turned : {false, true}) {
    const Gradebook book = is_turned ? merged_parts({{"b", part(2)}, {"a", part(1)}})
                                     : merged_parts({{"a", part(1)}, {"b", part(2)}});
    REQUIRE(book.marks.size() == 6);
    CHECK(book.mark(1, 0).student == "bob");
    CHECK(book.mark(2, 1).exercise == "two");
  }
}

TEST_CASE("merged_parts: a part that is missing is named") {
  CHECK_REFUSED(merged_parts({{"a", part(1)}}),
                "the mark of bob for one is missing. It belongs to part 2/2.");
}

TEST_CASE("merged_parts: a submission with two different marks is named") {
  JournalContent other = part(1);
  other.marks.begin()->second.reason = "another";
  CHECK_NOTHROW(merged_parts({{"a", part(1)}, {"c", part(1)}, {"b", part(2)}}));
  CHECK_REFUSED(merged_parts({{"a", part(1)}, {"c", other}, {"b", part(2)}}),
                "ana has a different mark for one in c than in an earlier part.");
}

TEST_CASE("merged_parts: parts of different classes or rules do not go together") {
  CHECK_REFUSED(merged_parts({{"a", part(1)}, {"b", part(2, "other")}}),
                "a and b were graded under different rules: same; other.");
  JournalContent other = part(2);
  other.plan.students.pop_back();
  CHECK_REFUSED(merged_parts({{"a", part(1)}, {"b", other}}),
                "a and b are not parts of the same class.");
}

}  // namespace
}  // namespace attn
