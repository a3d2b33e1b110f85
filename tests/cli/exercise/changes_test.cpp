#include "cli/exercise/changes.hpp"

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

TEST_CASE("FileWatch: a version counts once it stands still", "[cli][exercise]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.txt", "1");
  FileWatch watch(path);
  CHECK(watch.look());  // the first time at once
  CHECK_FALSE(watch.look());
  folder.file("a.txt", "22");
  CHECK_FALSE(watch.look());
  folder.file("a.txt", "333");
  CHECK_FALSE(watch.look());
  CHECK(watch.look());
  CHECK_FALSE(watch.look());
}

TEST_CASE("FileWatch: a file may come, go and come back", "[cli][exercise]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("a.txt");
  FileWatch watch(path);
  CHECK_FALSE(watch.look());
  CHECK(watch.is_missing());
  folder.file("a.txt", "1");
  CHECK_FALSE(watch.look());
  CHECK(watch.look());
  CHECK_FALSE(watch.is_missing());
  std::filesystem::rename(path, path + ".away");
  CHECK_FALSE(watch.look());
  CHECK(watch.is_missing());
  std::filesystem::rename(path + ".away", path);
  CHECK_FALSE(watch.look());
  CHECK_FALSE(watch.look());  // the same one
  CHECK_FALSE(watch.is_missing());
}
