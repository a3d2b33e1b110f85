#include "data/files/target.hpp"

#include <sys/stat.h>

#include <cerrno>

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Target target_at(const std::string& path) { return writable_targets({path}, true).front(); }

}  // namespace

TEST_CASE("writable_targets: a new file gets the usual permissions", "[data][target]") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(022);
  const Target target = target_at(folder.path("a"));
  ::umask(before);
  CHECK_FALSE(target.exists);
  CHECK_FALSE(target.direct);
  CHECK(target.mode == 0644);
  CHECK(target.folder + "/" == folder.path(""));
}

TEST_CASE("writable_targets: an old file keeps its permissions", "[data][target]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "1");
  REQUIRE(::chmod(path.c_str(), 0604) == 0);
  const Target target = target_at(path);
  CHECK(target.exists);
  CHECK_FALSE(target.direct);
  CHECK(target.mode == 0604);
}

TEST_CASE("writable_targets: follows a link into another folder", "[data][target]") {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  const std::string path = elsewhere.file("a", "1");
  std::filesystem::create_symlink(path, folder.path("link"));
  const Target target = target_at(folder.path("link"));
  CHECK(target.path == folder.path("link"));
  CHECK(target.real_path == std::filesystem::canonical(path));
  CHECK(target.folder == std::filesystem::canonical(elsewhere.path("")));
}

TEST_CASE("writable_targets: a folder behind a link that leads nowhere is told as that",
          "[data][target][error]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink("nowhere", folder.path("link"));
  CHECK(refusal([&] {
          target_at(folder.path("link/a.csv"));
        }).find("the link " + folder.path("link") + " leads to nowhere, and there is nothing.") !=
        std::string::npos);
}

TEST_CASE("writable_targets: devices and open streams are written into", "[data][target]") {
  CHECK(target_at("/dev/null").direct);
  CHECK(writable_targets({"/dev/stdout"}, false).front().direct);  // whatever it leads to
}

TEST_CASE("writable_targets: two links to one file are one file", "[data][target][error]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "1");
  const std::string link = folder.path("link");
  std::filesystem::create_symlink("a", link);
  CHECK(refusal([&] {
          writable_targets({path, link}, true);
        }) == link + ": this file is given twice to write to. Give each output its own path.");
}

TEST_CASE("fail_to_write: gives the system's reason", "[data][target][error]") {
  CHECK_THROWS_WITH(
      fail_to_write("a.npz", ENOSPC),
      "a.npz: the file cannot be written: no space is left on the disk. Free the disk, "
      "check the permissions, or give another path.");
  CHECK_THROWS_AS(fail_to_write("a.npz", ENOSPC), SurroundingsError);
}
