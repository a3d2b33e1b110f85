#include "data/files/mapped_file.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "data/files/file.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const std::size_t kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

std::string cut_off(const std::string& path) {
  return path +
         ": the file was cut off while it was read, or its disk failed. Another program may be "
         "writing it: wait until it is done.";
}

std::string wholeness(const MappedFile& file) {
  return refusal([&] { file.require_whole(); });
}

// Every page is looked at; what is there is read whatever the compiler thinks of it.
std::size_t count_of(std::string_view bytes, char wanted) {
  std::size_t n = 0;
  for (const volatile char& byte : bytes) n += byte == wanted;
  return n;
}

// How a process ends that does this: true if it did not come to its own end.
bool ends_by_force(void (*action)(const std::string& path), const std::string& path) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(STDERR_FILENO);  // a sanitizer says more than a test needs
    ::alarm(20);
    action(path);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace

TEST_CASE("MappedFile: the bytes of a file, of copies, and of many one after another") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "attention");
  const MappedFile file(path);
  CHECK(file.bytes() == "attention");
  CHECK(wholeness(file) == "accepted");
  const std::string_view kept = [&] {
    const MappedFile another(path);
    const MappedFile copy = another;
    return copy.bytes().data() == another.bytes().data() ? copy.bytes() : std::string_view();
  }();
  CHECK(kept.size() == 9);
  for (int i = 0; i < 3000; ++i) REQUIRE(MappedFile(path).bytes().size() == 9);
}

TEST_CASE("MappedFile: what cannot be mapped") {
  const TemporaryFolder folder;
  const std::string empty = folder.file("empty", ""), none = folder.path("none");
  CHECK(refusal([&] { MappedFile{empty}; }) ==
        empty + ": the file is empty. Save or fetch it again, or give another file.");
  CHECK(refusal([&] { MappedFile{none}; }) ==
        none + ": there is no such file. Check the spelling and the folder.");
  CHECK_THAT(refusal([&] { MappedFile{folder.path().string()}; }),
             ContainsSubstring("an ordinary file was expected"));
  // What was refused takes up no place.
  for (int i = 0; i < 3000; ++i) REQUIRE(refusal([&] { MappedFile{empty}; }) != "accepted");
}

TEST_CASE("MappedFile: what is cut off reads as zeros, and is told") {
  const TemporaryFolder folder;
  const std::string path = folder.file("cut", std::string(5 * kPage, 'a')),
                    whole_path = folder.file("whole", std::string(2 * kPage, 'b'));
  const MappedFile file(path), whole(whole_path);
  CHECK(count_of(file.bytes().substr(0, kPage), 'a') == kPage);
  std::filesystem::resize_file(path, kPage + 10);
  CHECK(count_of(file.bytes(), 'a') == kPage + 10);
  CHECK(count_of(file.bytes(), '\0') == 4 * kPage - 10);
  CHECK(wholeness(file) == cut_off(path));
  std::filesystem::resize_file(path, 5 * kPage);  // too late: zeros were read
  CHECK(wholeness(file) == cut_off(path));
  CHECK(count_of(whole.bytes(), 'b') == 2 * kPage);
  CHECK(wholeness(whole) == "accepted");
  CHECK(wholeness(MappedFile(path)) == "accepted");
}

TEST_CASE("MappedFile: the end of the last page is missed without a signal") {
  const TemporaryFolder folder;
  const std::string path = folder.file("short", "attention");
  const MappedFile file(path);
  std::filesystem::resize_file(path, 4);
  CHECK(file.bytes() == std::string_view("atte\0\0\0\0\0", 9));
  CHECK(wholeness(file) == cut_off(path));
}

TEST_CASE("MappedFile: a SIGBUS of somebody else's is what it was") {
  const TemporaryFolder folder;
  const std::string path = folder.file("other", std::string(2 * kPage, 'a'));
  const MappedFile listening(folder.file("mine", "attention"));
  CHECK(ends_by_force([](const std::string&) { ::raise(SIGBUS); }, path));
  CHECK(ends_by_force(
      [](const std::string& other) {
        const File file(other);
        void* const bytes =
            ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
        std::filesystem::resize_file(other, 1);
        count_of({static_cast<const char*>(bytes) + kPage, 1}, 'a');
      },
      path));
  CHECK_FALSE(ends_by_force([](const std::string&) {}, path));
}
