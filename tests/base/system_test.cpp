#include "base/system.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

TEST_CASE("environment: the value, and nothing where there is none") {
  setenv("ATTN_TEST_VARIABLE", "7", 1);
  CHECK(environment("ATTN_TEST_VARIABLE") == "7");
  unsetenv("ATTN_TEST_VARIABLE");
  CHECK(environment("ATTN_TEST_VARIABLE") == "");
}

namespace attn {
namespace {

namespace fs = std::filesystem;

Descriptor opened(const fs::path& path, int flags) {
  return Descriptor(::open(path.c_str(), flags | O_CLOEXEC, 0600));
}

TEST_CASE("Descriptor: it is closed once, by the last that has it") {
  Descriptor first = opened("/dev/null", O_RDONLY);
  const int number = first.get();
  {
    const Descriptor taken = std::move(first);
    CHECK_FALSE(first.is_open());
    CHECK(taken.get() == number);
  }
  CHECK(::fcntl(number, F_GETFD) == -1);
  CHECK(first.close());  // nothing is left to be closed
}

TEST_CASE("write_all: more than goes at once, and nothing where nobody reads") {
  const TemporaryFolder folder;
  const std::string text(std::size_t{1} << 20, 'a');
  Descriptor file = opened(folder.path() / "file", O_WRONLY | O_CREAT);
  CHECK(write_all(file.get(), text));
  CHECK(file.close());
  CHECK(fs::file_size(folder.path() / "file") == text.size());
  const Descriptor full = opened("/dev/full", O_WRONLY);
  CHECK_FALSE(write_all(full.get(), text));
  CHECK(errno == ENOSPC);
}

TEST_CASE("folder_within, names_within: what is there, and no link") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "below");
  fs::create_directory_symlink("below", folder.path() / "link");
  std::ofstream(folder.path() / "below" / "a").put('a');
  std::ofstream(folder.path() / "below" / ".b").put('b');
  const Descriptor top = opened(folder.path(), O_RDONLY | O_DIRECTORY);
  CHECK_FALSE(folder_within(top.get(), "link").is_open());
  const Descriptor below = folder_within(top.get(), "below");
  REQUIRE(below.is_open());
  for (int i = 0; i < 2; ++i) {
    std::vector<std::string> names = names_within(below.get());
    std::sort(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{".b", "a"});
  }
  CHECK(names_within(-1).empty());
}

TEST_CASE("pointers_to: each text, and a null") {
  std::vector<std::string> words{"one", "two"};
  const std::vector<char*> pointers = pointers_to(words);
  REQUIRE(pointers.size() == 3);
  CHECK(pointers[1] == std::string("two"));
  CHECK(pointers[2] == nullptr);
}

}  // namespace
}  // namespace attn

TEST_CASE("proc_bytes: the number behind a name") {
  const std::string text = "VmPeak:\t    3060 kB\nVmHWM:\t    1684 kB\nThreads:\t1\n";
  CHECK(proc_bytes(text, "VmHWM") == 1684U * 1024);
  CHECK(proc_bytes(text, "VmPeak") == 3060U * 1024);
}

TEST_CASE("proc_bytes: nothing where it is not there") {
  for (const char* text : {"", "VmHWM:", "VmHWM:\t kB", "VmHWM:\t12", "VmHWM:\t12 MB", "HWM:\t1 kB",
                           "XVmHWM:\t1 kB", "VmHWM:\tx kB"}) {
    CAPTURE(text);
    CHECK_FALSE(proc_bytes(text, "VmHWM"));
  }
}
