#include "data/files/write_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "data/files/new_file.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

std::string write_refusal(const Files& files, bool overwrite = false) {
  return refusal([&] { write_files(files, overwrite); });
}

std::string exists_already(const std::string& path) {
  return path + ": the file already exists. Give another path, or --force to replace it.";
}

/// The message of the SurroundingsError; "written" if there was none.
std::string failure(const Files& files, bool overwrite = false) {
  try {
    write_files(files, overwrite);
  } catch (const SurroundingsError& error) {
    return error.what();
  }
  return "written";
}

unsigned permissions(const std::string& path) {
  struct stat facts {};
  REQUIRE(::stat(path.c_str(), &facts) == 0);
  return facts.st_mode & 07777;
}

/// The limit that a shell sets with ulimit -f: a disk that is full, without filling one.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
};

TEST_CASE("write_files: writes every byte of every file and nothing else") {
  const TemporaryFolder folder;
  const std::string large(3'000'000, 'x');
  write_files({{folder.path("a"), std::string("\0\n", 2)}, {folder.path("b"), large}}, false);
  CHECK(content(folder.path("a")) == std::string("\0\n", 2));
  CHECK(content(folder.path("b")) == large);
  CHECK(folder.file_count() == 2);
}

TEST_CASE("write_files: a new file has the usual permissions") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  write_files({{folder.path("a"), "1"}}, false);
  CHECK(::umask(before) == 027);  // and the mask is left as it was
  CHECK(permissions(folder.path("a")) == 0640);
}

TEST_CASE("write_files: does not replace a file unless told to") {
  const TemporaryFolder folder;
  const std::string old = folder.file("old", "1");
  CHECK(write_refusal({{folder.path("new"), "2"}, {old, "2"}}) == exists_already(old));
  CHECK(content(old) == "1");
  CHECK(folder.file_count() == 1);  // the other one is not written either
}

TEST_CASE("write_files: replacing keeps the permissions") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "1");
  REQUIRE(::chmod(path.c_str(), 0600) == 0);
  write_files({{path, "2"}}, true);
  CHECK(content(path) == "2");
  CHECK(permissions(path) == 0600);
  CHECK(folder.file_count() == 1);
}

TEST_CASE("write_files: replacing goes through a symbolic link") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "1");
  std::filesystem::create_symlink("a", folder.path("link"));
  write_files({{folder.path("link"), "2"}}, true);
  CHECK(content(path) == "2");
  CHECK(std::filesystem::is_symlink(folder.path("link")));
}

TEST_CASE("write_files: a link to nothing counts as a file") {
  const TemporaryFolder folder;
  const std::string link = folder.path("link");
  std::filesystem::create_symlink("absent", link);
  CHECK(write_refusal({{folder.path("new"), "1"}, {link, "1"}}) == exists_already(link));
  CHECK(folder.file_count() == 1);  // the new one was in place already and is gone again
}

TEST_CASE("write_files: a name without a folder is in the working folder") {
  const TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path(""));
  write_files({{"a", "1"}}, false);
  std::filesystem::current_path(before);
  CHECK(content(folder.path("a")) == "1");
}

TEST_CASE("write_files: writes into a pipe instead of replacing it") {
  const TemporaryFolder folder;
  const std::string pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string received;
  std::thread reader([&] { received = content(pipe); });
  write_files({{pipe, "through"}}, false);
  reader.join();
  CHECK(received == "through");
  CHECK(std::filesystem::is_fifo(pipe));
}

TEST_CASE("write_files: a full device is the surroundings' fault") {
  const TemporaryFolder folder;
  CHECK(failure({{folder.path("a"), "1"}, {"/dev/full", "1"}}) ==
        "/dev/full: the file cannot be written: no space is left on the disk. Free the disk, check "
        "the "
        "permissions, or give another path.");
  CHECK(folder.file_count() == 0);
}

TEST_CASE("write_files: a file that does not fit leaves nothing behind") {
  const TemporaryFolder folder;
  const std::string old = folder.file("old", "1");
  std::string message;
  {
    const FileSizeLimit limit(1000);
    message = failure({{folder.path("a"), "1"}, {old, std::string(2000, 'x')}}, true);
  }
  CHECK(
      message ==
      old +
          ": the file cannot be written: the file would become too large. Free the disk, check the "
          "permissions, or give another path.");
  CHECK(content(old) == "1");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("write_files: pieces go to the files that they are of") {
  const TemporaryFolder folder;
  int n_calls = 0;
  write_files({folder.path("a"), folder.path("b")}, false, [&](const PutBytes& put) {
    ++n_calls;
    for (const std::string piece : {"1", "", "23"}) {
      put(0, piece);
      put(1, piece + piece);
    }
    CHECK_FALSE(std::filesystem::exists(folder.path("a")));  // not before all is there
  });
  CHECK(content(folder.path("a")) == "123");
  CHECK(content(folder.path("b")) == "112323");
  CHECK(folder.file_count() == 2);
  CHECK(n_calls == 1);
}

TEST_CASE("write_files: a pipe that nobody reads is not waited for without end") {
  const TemporaryFolder folder;
  const std::string pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(write_files({{pipe, "lost"}}, false),
                    pipe +
                        ": this is a pipe, and no program reads it. Start its reader first, or "
                        "give another path.");
}
TEST_CASE("write_files: a pipe gets its pieces by themselves") {
  const TemporaryFolder folder;
  const std::string pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string received;
  std::thread reader([&] { received = content(pipe); });
  write_files({folder.path("a"), pipe}, false, [](const PutBytes& put) {
    for (const std::string piece : {"x", "y"}) {
      put(0, piece);
      put(1, piece + "!");
    }
  });
  reader.join();
  CHECK(received == "x!y!");
  CHECK(content(folder.path("a")) == "xy");
}

TEST_CASE("write_files: nothing is left of pieces that end too soon") {
  const TemporaryFolder folder;
  const std::string old = folder.file("old", "1");
  CHECK(refusal([&] {
          write_files({folder.path("a"), old}, true, [](const PutBytes& put) {
            put(0, "2");
            put(1, "2");
            throw InputError("enough");
          });
        }) == "enough");
  CHECK(content(old) == "1");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("write_files: an interrupt ends pieces, and whole files are finished") {
  const TemporaryFolder folder;
  static volatile std::sig_atomic_t delivered = 0;
  delivered = 0;
  const auto before = std::signal(SIGTERM, [](int) { delivered = 1; });
  int n_put = 0;
  CHECK_THROWS_AS(write_files({folder.path("a")}, false,
                              [&](const PutBytes& put) {
                                put(0, "1");
                                ++n_put;
                                std::raise(SIGTERM);
                                CHECK(delivered == 0);
                                put(0, "2");
                                ++n_put;
                              }),
                  SurroundingsError);
  CHECK(n_put == 1);
  CHECK(delivered == 1);
  CHECK(folder.file_count() == 0);
  write_files({{folder.path("b"), "1"}}, false);  // nothing of it is remembered
  CHECK(folder.file_count() == 1);
  std::signal(SIGTERM, before);
}

TEST_CASE("require_writable_targets: refuses an existing file unless told to replace it") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "1");
  CHECK_REFUSED(require_writable_targets({path}, false), exists_already(path));
  CHECK_NOTHROW(require_writable_targets({path}, true));
  CHECK_NOTHROW(require_writable_targets({folder.path("b")}, false));
  CHECK(folder.file_count() == 1);
}

TEST_CASE("require_writable_targets: refuses a folder") {
  const TemporaryFolder folder;
  for (const std::string& path : {std::string(), folder.path(""), folder.path("new/")}) {
    for (const bool overwrite : {false, true})
      CHECK_REFUSED(require_writable_targets({path}, overwrite),
                    path + ": this names a folder, but a file was expected. Add a file name.");
  }
}

TEST_CASE("require_writable_targets: refuses a folder that does not exist") {
  const TemporaryFolder folder;
  const std::string path = folder.path("absent/a");
  CHECK_REFUSED(require_writable_targets({path}, false),
                path + ": the folder " + folder.path("absent") +
                    " does not exist. Create it first, or give another path.");
  const std::string below_file = folder.file("a", "1") + "/b";
  CHECK(refusal([&] {
          require_writable_targets({below_file}, false);
        }).starts_with(below_file + ": the folder "));
}

TEST_CASE("require_writable_targets: refuses one file given twice") {
  const TemporaryFolder folder;
  const std::string again = folder.path("./a");
  CHECK_REFUSED(require_writable_targets({folder.path("a"), again}, false),
                again + ": this file is given twice to write to. Give each output its own path.");
}

TEST_CASE("require_writable_targets: a folder without permission is the surroundings' fault") {
  if (::geteuid() == 0) return;  // the permissions do not hold for root
  const TemporaryFolder folder;
  REQUIRE(::chmod(folder.path("").c_str(), 0500) == 0);
  CHECK(failure({{folder.path("a"), "1"}}) ==
        folder.path("a") +
            ": the file cannot be written: permission is denied. Free the disk, check the "
            "permissions, or give another path.");
  ::chmod(folder.path("").c_str(), 0700);
}

volatile std::sig_atomic_t delivered = 0;

TEST_CASE("SignalHold: a signal waits until the end") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    CAPTURE(signal);
    delivered = 0;
    const auto before = std::signal(signal, [](int number) { delivered = number; });
    {
      const SignalHold hold;
      CHECK_FALSE(SignalHold::is_waited_for());
      std::raise(signal);
      CHECK(delivered == 0);
      CHECK(SignalHold::is_waited_for());
    }
    CHECK(delivered == signal);
    std::signal(signal, before);
  }
}

TEST_CASE("SignalHold: what ignores a signal goes on ignoring it") {
  const auto before = std::signal(SIGHUP, SIG_IGN);  // as nohup does
  {
    const SignalHold hold;
    std::raise(SIGHUP);
    CHECK_FALSE(SignalHold::is_waited_for());
  }
  CHECK(std::signal(SIGHUP, before) == SIG_IGN);
}

TEST_CASE("SignalHold: no signal means nothing happens") {
  delivered = 0;
  const auto before = std::signal(SIGINT, [](int number) { delivered = number; });
  { const SignalHold hold; }
  CHECK(delivered == 0);
  std::signal(SIGINT, before);
}

TEST_CASE("rename_to_new: a file gets a new name") {
  const TemporaryFolder folder;
  const std::string from = folder.file("old", "kept"), to = folder.path("new");
  CHECK(rename_to_new(from, to));
  CHECK(content(to) == "kept");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("rename_to_new: a name that is taken stays as it is") {
  const TemporaryFolder folder;
  const std::string from = folder.file("old", "mine"), to = folder.file("taken", "theirs");
  errno = 0;
  CHECK_FALSE(rename_to_new(from, to));
  CHECK(errno == EEXIST);
  CHECK(content(from) == "mine");
  CHECK(content(to) == "theirs");
}

TEST_CASE("rename_to_new: a file that is not there has no new name") {
  const TemporaryFolder folder;
  errno = 0;
  CHECK_FALSE(rename_to_new(folder.path("none"), folder.path("new")));
  CHECK(errno == ENOENT);
}

Target target_at(const std::string& path) { return writable_targets({path}, true).front(); }

TEST_CASE("writable_targets: a new file gets the usual permissions") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(022);
  const Target target = target_at(folder.path("a"));
  ::umask(before);
  CHECK_FALSE(target.exists);
  CHECK_FALSE(target.direct);
  CHECK(target.mode == 0644);
  CHECK(target.folder + "/" == folder.path(""));
}

TEST_CASE("writable_targets: an old file keeps its permissions") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "1");
  REQUIRE(::chmod(path.c_str(), 0604) == 0);
  const Target target = target_at(path);
  CHECK(target.exists);
  CHECK_FALSE(target.direct);
  CHECK(target.mode == 0604);
}

TEST_CASE("writable_targets: follows a link into another folder") {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  const std::string path = elsewhere.file("a", "1");
  std::filesystem::create_symlink(path, folder.path("link"));
  const Target target = target_at(folder.path("link"));
  CHECK(target.path == folder.path("link"));
  CHECK(target.real_path == std::filesystem::canonical(path));
  CHECK(target.folder == std::filesystem::canonical(elsewhere.path("")));
}

TEST_CASE("writable_targets: a folder behind a link that leads nowhere is told as that") {
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink("nowhere", folder.path("link"));
  CHECK_REFUSED_FOR(target_at(folder.path("link/a.csv")),
                    "the link " + folder.path("link") + " leads to nowhere, and there is nothing.");
}

TEST_CASE("writable_targets: devices and open streams are written into") {
  CHECK(target_at("/dev/null").direct);
  CHECK(writable_targets({"/dev/stdout"}, false).front().direct);  // whatever it leads to
}

TEST_CASE("writable_targets: two links to one file are one file") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "1");
  const std::string link = folder.path("link");
  std::filesystem::create_symlink("a", link);
  CHECK_REFUSED(writable_targets({path, link}, true),
                link + ": this file is given twice to write to. Give each output its own path.");
}

TEST_CASE("fail_to_write: gives the system's reason") {
  CHECK_THROWS_WITH(
      fail_to_write("a.npz", ENOSPC),
      "a.npz: the file cannot be written: no space is left on the disk. Free the disk, "
      "check the permissions, or give another path.");
  CHECK_THROWS_AS(fail_to_write("a.npz", ENOSPC), SurroundingsError);
}

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

TEST_CASE("remove_leftovers: what a killed writer left goes with the next writing") {
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

TEST_CASE("remove_leftovers: a file whose writer lives stays") {
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

TEST_CASE("remove_leftovers: nothing goes that is not ours") {
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

TEST_CASE("remove_leftovers: a file of versions without locks goes when it is old") {
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

TEST_CASE("remove_leftovers: writers at the same time leave each other alone") {
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

}  // namespace
