#include "grading/marking/grade_class.hpp"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <set>

#include "grading/marking/graded_exercises.hpp"
#include "sandbox/launch.hpp"
#include "sandbox/worker_pool.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace attn
