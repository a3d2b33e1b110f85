#include "grading/report/reports.hpp"

#include <algorithm>
#include <filesystem>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/small_gradebook.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

const std::set<ReportFormat> kAllFormats{ReportFormat::csv, ReportFormat::json, ReportFormat::junit,
                                         ReportFormat::gradescope, ReportFormat::md};

std::vector<std::string> paths_of(const ReportFiles& files) {
  std::vector<std::string> paths;
  for (const auto& [path, bytes] : files) paths.push_back(path);
  return paths;
}

}  // namespace

TEST_CASE("reports_of: the files of each form, and no others", "[grading][reports]") {
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

TEST_CASE("reports_of: tables for Excel have a byte-order mark, others have none",
          "[grading][reports]") {
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

TEST_CASE("reports_of: speaks each student's language, and the teacher's elsewhere",
          "[grading][reports]") {
  std::vector<std::string> spoken;
  reports_of(small_gradebook(), {ReportFormat::md},
             [&](const std::string& language) { spoken.push_back(language); });
  CHECK(spoken == std::vector<std::string>{"", "en", "ja", "", "", ""});
}

TEST_CASE("reports_of: the same gradebook gives the same bytes, each states the isolation",
          "[grading][reports]") {
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
TEST_CASE("reports_of: Python reads what hostile students are in", "[grading][reports]") {
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
