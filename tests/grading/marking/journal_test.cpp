#include "grading/marking/journal.hpp"

#include <fstream>

#include "base/message.hpp"
#include "data/files/file.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

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
  CHECK_THROWS_MATCHES(parse_journal("", "j"), InputError,
                       Message("j: this is not a journal of marks: it is empty."));
  const std::string head = journal_text({}, two_students(), {});
  for (const std::string& bytes :
       {std::string("nonsense\n"), std::string("{}\n"), std::string("{\"schema\":\"attn.x/1\"}\n"),
        head + "[1]\n{\"mark\":{}}\n", head + "{\"begun\":[1]}\n", head + "\xff\n"})
    CHECK_THROWS_AS(parse_journal(bytes, "j"), InputError);
  for (const std::string& line : {"nonsense\n", "{\"begun\":[1]}\n", "\xff\n"})
    CHECK_THROWS_MATCHES(parse_journal(head + line, "j"), InputError,
                         Message("j: line 2: this is not a journal of marks: it is damaged. Grade "
                                 "again into another folder."));
}

TEST_CASE("journal_text: the same marks give the same bytes, and are read again") {
  const Mark one = mark_of("ana", "one"), two = mark_of("ana", "two");
  const std::string text = journal_text({}, two_students(), {&one, &two});
  CHECK(text == journal_text({}, two_students(), {&one, &two}));
  CHECK(parse_journal(text, "j").marks.size() == 2);
}

}  // namespace
}  // namespace attn
