#include "grading/report/report.hpp"

#include "data/files/file.hpp"
#include "grading/report/forms.hpp"
#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"
#include "sandbox/run_program.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/small_gradebook.hpp"
#include "support/temporary_folder.hpp"

TEST_CASE("exercise_counts: counts what was judged") {
  const Gradebook book = small_gradebook();
  const ExerciseCounts softmax = exercise_counts(book, 0);
  CHECK(softmax.n_handed_in == 3);
  CHECK(softmax.n_judged == 2);
  CHECK(softmax.mean_points == 1.25);
  REQUIRE(softmax.items.size() == 2);
  CHECK(softmax.items[0].n_right == 1);
  CHECK(softmax.items[0].verdicts == std::map<std::string, std::size_t>{{"pass", 1}, {"wrong", 1}});
  REQUIRE(softmax.items[0].explained.size() == 1);
  CHECK(softmax.items[0].explained[0].misconceptions == std::vector<std::string>{"no_scale"});
  CHECK(softmax.items[1].n_right == 1);
  REQUIRE(softmax.items[1].unexplained.size() == 1);
  CHECK(softmax.items[1].unexplained[0].answer == "0.71 0.29");
  CHECK(softmax.items[1].unexplained[0].students == std::vector<std::string>{"s02"});

  const ExerciseCounts masks = exercise_counts(book, 1);
  CHECK(masks.n_handed_in == 3);
  CHECK(masks.n_judged == 2);
  CHECK(masks.items[1].verdicts ==
        std::map<std::string, std::size_t>{{"skipped", 1}, {"unreadable", 1}});
}

TEST_CASE("exercise_counts: the most frequent comes first, then the first name or student") {
  Gradebook book = small_gradebook();
  for (std::size_t student = 0; student < 4; ++student) {
    Mark& mark = book.marks[2 * student];
    mark.state = MarkState::marked;
    mark.items = {{.name = "scores", .verdict = "wrong", .points = 0.0}};
    mark.items[0].unexplained = student == 0 ? "z" : student == 1 ? "b" : "a";
    mark.items[0].misconceptions = {student == 3 ? "swapped" : "no_scale"};
    if (student == 2) mark.items[0].misconceptions.push_back("zero");
  }
  const ItemCounts counts = exercise_counts(book, 0).items[0];
  using Names = std::vector<std::string>;
  REQUIRE(counts.explained.size() == 3);
  CHECK(counts.explained[0].misconceptions == Names{"no_scale"});
  CHECK(counts.explained[1].misconceptions == Names{"no_scale", "zero"});
  CHECK(counts.explained[2].misconceptions == Names{"swapped"});
  CHECK(counts.explained[0].n == 2);
  CHECK(counts.explained[1].n + counts.explained[2].n == 2);  // each answer once
  REQUIRE(counts.unexplained.size() == 3);
  CHECK(counts.unexplained[0].students == std::vector<std::string>{"s03", "guest"});
  CHECK(counts.unexplained[1].answer == "z");
  CHECK(counts.unexplained[2].answer == "b");
}

TEST_CASE("class_counts: those who handed something in") {
  const Gradebook book = small_gradebook();
  CHECK(has_handed_in(book, 3));
  CHECK_FALSE(has_handed_in(book, 2));
  const ClassCounts counts = class_counts(book);
  CHECK(counts.n_handed_in == 3);
  CHECK(counts.n_unsettled == 1);  // the guest, of whom nothing could be marked
  CHECK(counts.mean_points == 1.75);
  CHECK(counts.median_points == 1.75);
  CHECK(counts.fifths == std::array<std::size_t, 5>{1, 0, 0, 1, 0});  // 3.5 of 4.5
}

TEST_CASE("class_counts: the median of an even number lies between two") {
  Gradebook book = small_gradebook();
  book.plan.students.resize(2);
  book.marks.resize(4);
  CHECK(class_counts(book).median_points == 1.75);
}

TEST_CASE("class_counts: all points, and the edge of a fifth, belong to the one above it") {
  Gradebook book = small_gradebook();
  book.plan.exercises = {{.id = "one", .items = {{.name = "x", .points = 1.0}}}};
  book.plan.students.resize(2);
  book.marks = {{.state = MarkState::marked, .items = {{.name = "x", .points = 1.0}}},
                {.state = MarkState::marked, .items = {{.name = "x", .points = 0.6}}}};
  CHECK(class_counts(book).fifths == std::array<std::size_t, 5>{0, 0, 0, 1, 1});
}

TEST_CASE("class_counts: nobody handed anything in") {
  Gradebook book = small_gradebook();
  for (Mark& mark : book.marks) mark = {.state = MarkState::missing};
  CHECK(class_counts(book).n_handed_in == 0);
  CHECK(class_counts(book).mean_points == 0.0);
  CHECK(class_counts(book).median_points == 0.0);
  CHECK(exercise_counts(book, 0).mean_points == 0.0);
}

namespace {

const std::set<ReportFormat> kAllFormats{ReportFormat::csv, ReportFormat::json, ReportFormat::junit,
                                         ReportFormat::gradescope, ReportFormat::md};

std::vector<std::string> paths_of(const ReportFiles& files) {
  std::vector<std::string> paths;
  for (const auto& [path, bytes] : files) paths.push_back(path);
  return paths;
}

TEST_CASE("reports_of: the files of each form, and no others") {
  const auto paths = [](const std::set<ReportFormat>& formats) {
    return paths_of(reports_of(small_gradebook(), formats, [](const std::string&) {}));
  };
  using Paths = std::vector<std::string>;
  CHECK(paths({}).empty());
  CHECK(paths({ReportFormat::csv}) == Paths{"grades.csv", "items.csv"});
  CHECK(paths({ReportFormat::excel}) == Paths{"grades.csv", "items.csv"});
  CHECK(paths({ReportFormat::json}) == Paths{"grades.json"});
  CHECK(paths({ReportFormat::junit}) == Paths{"junit.xml"});
  CHECK(paths({ReportFormat::gradescope}) ==
        Paths{"students/s01/results.json", "students/s02/results.json", "students/s03/results.json",
              "students/guest/results.json"});
  CHECK(paths({ReportFormat::md}) == Paths{"students/s01/report.md", "students/s02/report.md",
                                           "students/s03/report.md", "students/guest/report.md",
                                           "class.md"});
  CHECK(paths(kAllFormats).size() == 13);
}

TEST_CASE("reports_of: tables for Excel have a byte-order mark, others have none") {
  const auto tables = [](ReportFormat format) {
    return reports_of(small_gradebook(), {format}, [](const std::string&) {});
  };
  const ReportFiles plain = tables(ReportFormat::csv), marked = tables(ReportFormat::excel);
  REQUIRE(plain.size() == marked.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    CHECK(plain[i].second.front() == '"');
    CHECK(marked[i] == std::pair(plain[i].first, "\xEF\xBB\xBF" + plain[i].second));
  }
}

TEST_CASE("reports_of: speaks each student's language, and the teacher's elsewhere") {
  std::vector<std::string> spoken;
  reports_of(small_gradebook(), {ReportFormat::md},
             [&](const std::string& language) { spoken.push_back(language); });
  CHECK(spoken == std::vector<std::string>{"", "en", "ja", "", "", ""});
}

TEST_CASE("reports_of: the same gradebook gives the same bytes, each states the isolation") {
  const auto made = [] {
    return reports_of(small_gradebook(), kAllFormats, [](const std::string&) {});
  };
  const ReportFiles files = made();
  CHECK(files == made());
  for (const auto& [path, bytes] : files) {
    INFO(path);
    const bool ran_none = path.find("/s02/") != path.npos || path.find("/s03/") != path.npos ||
                          path.find("/guest/") != path.npos;
    CHECK_THAT(bytes, ContainsSubstring(ran_none ? "no program was run" : "bubblewrap"));
  }
}

// Readers that are not ours, for names and answers of all kinds.
TEST_CASE("reports_of: Python reads what hostile students are in") {
  const TemporaryFolder folder;
  const Gradebook book = hostile_gradebook();
  for (const auto& [path, bytes] : reports_of(book, kAllFormats, [](const std::string&) {})) {
    std::filesystem::create_directories((folder.path() / path).parent_path());
    folder.file(path, bytes);
  }
  folder.file("read.py", R"(
import csv, glob, json, sys, xml.etree.ElementTree as tree
n = int(sys.argv[1])
rows = list(csv.reader(open("grades.csv", newline="", encoding="utf-8"), strict=True))
assert len(rows) == n + 1 and all(len(row) == 10 for row in rows), rows
assert not any(field[:1] and field[0] in "=+-@\t\r" for row in rows for field in row[:2])
items = list(csv.reader(open("items.csv", newline="", encoding="utf-8"), strict=True))
assert len(items) == 5 and all(len(row) == len(items[0]) for row in items)
grades = json.load(open("grades.json", encoding="utf-8"))
assert len(grades["students"]) == n and len(grades["marks"]) == 2 * n
suites = tree.parse("junit.xml").getroot()
assert len(suites) == n and len(suites.findall(".//testcase")) == 4 * n
results = glob.glob("students/*/results.json")
assert len(results) == n
assert all(len(json.load(open(file, encoding="utf-8"))["tests"]) == 4 for file in results)
print("read")
)");
  const CommandResult read =
      run_command("python3 read.py " + std::to_string(book.plan.students.size()), folder.path());
  CHECK(read.err == "");
  CHECK(read.out == "read\n");
}

TEST_CASE("points_text: short") {
  CHECK(points_text(7.0) == "7");
  CHECK(points_text(2.5) == "2.5");
  CHECK(points_text(0.1 + 0.2) == "0.3");
  CHECK(points_text(1.0 / 3.0) == "0.3333");
  CHECK(points_text(0.0) == "0");
  CHECK(points_text(100.0) == "100");
  CHECK(points_text(1.996, 2) == "2");
}

TEST_CASE("points_of_text: with one decimal of the percents") {
  CHECK(points_of_text(2.5, 4.0) == "2.5 of 4 points (62.5 %)");
  CHECK(points_of_text(0.0, 0.0) == "0 of 0 points");
  CHECK(percent_text(1.0, 3.0) == "33.3");
  CHECK(percent_text(1.0, 0.0) == "0.0");
}

TEST_CASE("total_text: says where it is not all") {
  const Gradebook book = small_gradebook();
  CHECK(total_text(book, 0) == "3.5 of 4.5 points (77.8 %)");
  CHECK(total_text(book, 1) == "0 of 4.5 points (0.0 %)");  // unreadable is judged
  CHECK(total_text(book, 3) == "0 of 4.5 points so far: not everything is marked");
}

TEST_CASE("verdict_text: every verdict and every state has words of its own") {
  std::set<std::string> words, meanings;
  for (const auto& row : kFieldVerdicts) words.insert(row.name);
  for (const auto& row : kCheckStates) words.insert(row.name);
  for (const auto& row : kCaseVerdicts) words.insert(row.name);
  words.insert({"marked", "other_variant", "grader_failed"});
  for (const std::string& word : words) {
    INFO(word);
    CHECK(meanings.insert(verdict_text(word)).second);
  }
  CHECK(verdict_text("unheard of") == "unheard of");
}

TEST_CASE("isolation_of: each level once, and that no program was run") {
  Gradebook book = small_gradebook();
  CHECK(isolation_of(book.marks_of(0)) == "bubblewrap");
  CHECK(isolation_of(book.marks_of(1)) == "");
  book.marks[3].isolation = "limits";
  book.marks[7].isolation = "bubblewrap";
  CHECK(isolation_of(book.marks) == "bubblewrap, limits");
  CHECK(isolation_text("limits") == "Isolation of programs: limits.");
  CHECK(isolation_text("") == "Isolation: no program was run.");
}

TEST_CASE("items_of: what was not marked has no points, and every item that is asked for") {
  const Gradebook book = small_gradebook();
  const std::vector<MarkedItem> marked = items_of(book.mark(0, 1), book.plan.exercises[1]);
  CHECK(marked[0].points == 1.0);
  const std::vector<MarkedItem> unreadable = items_of(book.mark(1, 1), book.plan.exercises[1]);
  REQUIRE(unreadable.size() == 2);
  CHECK(unreadable[0].title == "The shape is right");
  CHECK(unreadable[0].verdict == "unreadable");
  CHECK(unreadable[0].points == 0.0);
  CHECK(unreadable[1].title == "secret");
}

TEST_CASE("items_of: an item that a mark does not have is not taken for right") {
  Gradebook book = small_gradebook();
  book.marks[0].items.pop_back();
  const std::vector<MarkedItem> items = items_of(book.marks[0], book.plan.exercises[0]);
  REQUIRE(items.size() == 2);
  CHECK(items[1].verdict == "missing");
  CHECK(items[1].points == 0.0);
}

TEST_CASE("is_passed: only what was marked, whatever the points") {
  Mark mark{.state = MarkState::missing};
  const MarkedItem guess{.points = 0.0, .most = 0.0};
  CHECK_FALSE(is_passed(mark, guess));
  mark.state = MarkState::marked;
  CHECK(is_passed(mark, guess));
}

TEST_CASE("student_text and title_of: what there is") {
  const Gradebook book = small_gradebook();
  CHECK(student_text(book.plan.students[0]) == "s01 (Ada)");
  CHECK(student_text(book.plan.students[2]) == "s03");
  CHECK(student_text({.id = "Ito, Ana", .name = "Ito, Ana"}) == "Ito, Ana");
  CHECK(title_of(book.mark(1, 0), book.plan.exercises[0]) == "ソフトマックス");
  CHECK(title_of(book.mark(2, 0), book.plan.exercises[0]) == "Softmax by hand");
}

TEST_CASE("ending_text: has words for every limit") {
  for (const auto& [ending, name] : kEndings) {
    const bool is_no_limit =
        ending == Ending::exited || ending == Ending::signalled || ending == Ending::not_started;
    CHECK((ending_text(name) == name) == is_no_limit);
  }
}

namespace fs = std::filesystem;

TEST_CASE("write_reports: each file with its folders, over an older one") {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  write_reports(out, {{"a.csv", "old"}});
  write_reports(out, {{"a.csv", "new"}, {"students/ana/report.md", "# ana\n"}});
  CHECK(file_bytes(out + "/a.csv", 100) == "new");
  CHECK(file_bytes(out + "/students/ana/report.md", 100) == "# ana\n");
  for (const auto& entry : fs::recursive_directory_iterator(out))
    CHECK(entry.path().extension() != ".new");
}

TEST_CASE("write_reports: a link in its way is replaced, and not followed") {
  const TemporaryFolder folder;
  folder.file("other", "keep");
  for (const char* name : {"a.csv", "a.csv.new"})
    fs::create_symlink(folder.path("other"), folder.path() / name);
  write_reports(folder.path().string(), {{"a.csv", "new"}});
  CHECK(file_bytes(folder.path("other"), 100) == "keep");
  CHECK(fs::is_regular_file(fs::symlink_status(folder.path() / "a.csv")));
}

TEST_CASE("remove_other_reports: reports of those who are gone, and nothing else") {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  write_reports(out, {{"grades.csv", "x"},
                      {"junit.xml", "x"},
                      {"mine.txt", "x"},
                      {"students/ana/report.md", "x"},
                      {"students/bob/report.md", "x"},
                      {"students/chi/report.md", "x"},
                      {"students/chi/mine.txt", "x"}});
  remove_other_reports(out, {{"grades.csv", "y"}, {"students/ana/report.md", "y"}});
  CHECK(fs::exists(out + "/grades.csv"));
  CHECK(!fs::exists(out + "/junit.xml"));
  CHECK(fs::exists(out + "/mine.txt"));
  CHECK(fs::exists(out + "/students/ana/report.md"));
  CHECK(!fs::exists(out + "/students/bob"));
  CHECK(!fs::exists(out + "/students/chi/report.md"));
  CHECK(fs::exists(out + "/students/chi/mine.txt"));
}

TEST_CASE("write_reports: what cannot be written is named") {
  const TemporaryFolder folder;
  folder.file("students", "a file");
  CHECK_THROWS_AS(write_reports(folder.path().string(), {{"students/ana.md", "x"}}),
                  SurroundingsError);
  fs::create_directories(folder.path() / "a.csv");
  CHECK_THROWS_AS(write_reports(folder.path().string(), {{"a.csv", "x"}}), SurroundingsError);
}

}  // namespace
