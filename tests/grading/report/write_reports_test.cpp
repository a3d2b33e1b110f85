#include "grading/report/write_reports.hpp"

#include <filesystem>

#include "base/message.hpp"
#include "data/files/file.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

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
}  // namespace attn
