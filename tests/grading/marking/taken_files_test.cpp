#include "grading/marking/taken_files.hpp"

#include <sys/stat.h>

#include <filesystem>

#include "base/message.hpp"
#include "data/files/file.hpp"
#include "practice/program/program.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

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

}  // namespace
}  // namespace attn
