#include "data/files/new_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "data/files/write_file.hpp"
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
  CHECK_REFUSED_FOR(target_at(folder.path("link/a.csv")),
                    "the link " + folder.path("link") + " leads to nowhere, and there is nothing.");
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
  CHECK_REFUSED(writable_targets({path, link}, true),
                link + ": this file is given twice to write to. Give each output its own path.");
}

TEST_CASE("fail_to_write: gives the system's reason", "[data][target][error]") {
  CHECK_THROWS_WITH(
      fail_to_write("a.npz", ENOSPC),
      "a.npz: the file cannot be written: no space is left on the disk. Free the disk, "
      "check the permissions, or give another path.");
  CHECK_THROWS_AS(fail_to_write("a.npz", ENOSPC), SurroundingsError);
}

namespace {

namespace fs = std::filesystem;

void close_and_forget(TemporaryFile& file) { ::close(file.descriptor()); }

// A child that writes a large file, killed while its temporary file lies there. Whether one was
// left: the child may have been quicker.
bool leaves_a_file(const TemporaryFolder& folder) {
  const std::string large(std::size_t{32} << 20, 'x'), path = folder.path("a");
  const pid_t child = ::fork();
  if (child == 0) {
    write_files({{path, large}}, true);
    ::_exit(0);
  }
  while (folder.file_count() == 0 && ::waitpid(child, nullptr, WNOHANG) == 0) {
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return !fs::exists(path) && folder.file_count() == 1;
}

}  // namespace

TEST_CASE("remove_leftovers: what a killed writer left goes with the next writing",
          "[data][temporary_file]") {
  int tries = 0;
  for (; tries < 50; ++tries) {
    const TemporaryFolder folder;
    if (!leaves_a_file(folder)) continue;
    write_files({{folder.path("b"), "1"}}, false);
    CHECK(content(folder.path("b")) == "1");
    CHECK(folder.file_count() == 1);
    break;
  }
  CHECK(tries < 50);
}

TEST_CASE("remove_leftovers: a file whose writer lives stays", "[data][temporary_file]") {
  const TemporaryFolder folder;
  {
    TemporaryFile living(folder.path().string());
    REQUIRE(living.descriptor() >= 0);
    close_and_forget(living);  // written, and not renamed yet
    remove_leftovers(folder.path().string());
    CHECK(fs::exists(living.path()));
  }
  remove_leftovers(folder.path().string());
  CHECK(folder.file_count() == 0);
}

TEST_CASE("remove_leftovers: nothing goes that is not ours", "[data][temporary_file]") {
  const TemporaryFolder folder;
  for (const char* const name : {".attn", ".attn-part", ".attn-part-abc", ".attn-part-abc-ef",
                                 ".attn-part-abcdefg", ".attn-notes.txt", "x.attn-part-abcdef"})
    folder.file(name, "mine");
  fs::create_directory(folder.path(".attn-part-folder"));
  fs::create_symlink(".attn", folder.path(".attn-part-linked"));
  const std::size_t before = folder.file_count();
  remove_leftovers(folder.path().string());
  CHECK(folder.file_count() == before);
  remove_leftovers(folder.path("absent"));  // no error either
}

TEST_CASE("remove_leftovers: a file of versions without locks goes when it is old",
          "[data][temporary_file]") {
  const TemporaryFolder folder;
  const std::string path = folder.file(".attn-a1B2c3", "half");
  const auto old = fs::file_time_type::clock::now() - std::chrono::minutes(2);
  fs::last_write_time(path, old);
  remove_leftovers(folder.path().string());
  CHECK(fs::exists(path));  // where no progress is kept, it may be anybody's
  folder.file("progress.json", "{}");
  fs::last_write_time(path, fs::file_time_type::clock::now());
  remove_leftovers(folder.path().string());
  CHECK(fs::exists(path));  // its writer may live
  fs::last_write_time(path, old);
  remove_leftovers(folder.path().string());
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("remove_leftovers: writers at the same time leave each other alone",
          "[data][temporary_file]") {
  const TemporaryFolder folder;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer)
    writers.emplace_back([&folder, writer] {
      for (int i = 0; i < 50; ++i) {
        const TemporaryFile file(folder.path().string());
        remove_leftovers(folder.path().string());
        const std::string name = folder.path(std::to_string(writer) + "-" + std::to_string(i));
        ::close(file.descriptor());
        ::rename(file.path().c_str(), name.c_str());
      }
    });
  for (std::thread& writer : writers) writer.join();
  CHECK(folder.file_count() == 200);
}
