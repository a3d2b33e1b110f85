#include "data/files/file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("read_file: returns every byte", "[data][file]") {
  const TemporaryFolder folder;
  std::string bytes("\0\r\n\xff 1", 6);
  CHECK(read_file(folder.file("a", bytes), 6) == bytes);
  bytes.assign(3'000'000, 'x');
  CHECK(read_file(folder.file("b", bytes), bytes.size()) == bytes);
}

TEST_CASE("file_bytes: an empty file has none, and a large one is refused", "[data][file]") {
  const TemporaryFolder folder;
  CHECK(file_bytes(folder.file("empty", ""), 6).empty());
  CHECK(file_bytes(folder.file("a", "abc"), 3) == "abc");
  CHECK_THROWS_AS(file_bytes(folder.file("b", "abcd"), 3), InputError);
}

TEST_CASE("read_file: reads a file that does not know its size", "[data][file]") {
  CHECK(read_file("/proc/self/stat", 100'000).ends_with('\n'));
  CHECK(refusal([] { read_file("/proc/self/stat", 10); }) ==
        "/proc/self/stat: the file is too large: it has 11 bytes, and at most 10 bytes (0 MiB) are "
        "read in this format. Give a smaller part of it.");
}

TEST_CASE("read_file: refuses a missing file", "[data][file][error]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("absent.csv");
  const std::string advice = ": there is no such file. Check the spelling and the folder.";
  CHECK(refusal([&] { read_file(path, 9); }) == path + advice);
  const std::string below_file = folder.file("a", "1") + "/b";
  CHECK(refusal([&] { read_file(below_file, 9); }) == below_file + advice);
  CHECK(refusal([] { read_file("", 9); }) == advice);
}

TEST_CASE("read_file: refuses an empty file", "[data][file][error]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.csv", "");
  CHECK(refusal([&] { read_file(path, 9); }) ==
        path + ": the file is empty. Save or fetch it again, or give another file.");
}

TEST_CASE("read_file: refuses a file above the limit without reading it", "[data][file][error]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.csv", "1");
  std::filesystem::resize_file(path, 1ull << 40);  // a hole: it takes no space
  CHECK(refusal([&] { read_file(path, 64 << 20); }) ==
        path +
            ": the file is too large: it has 1099511627776 bytes, and at most 67108864 bytes (64 "
            "MiB) are read in this format. Give a smaller part of it.");
}

TEST_CASE("read_file: refuses folders and devices and pipes at once", "[data][file][error]") {
  const TemporaryFolder folder;
  const std::string advice =
      ": an ordinary file was expected, but this is a folder, pipe or device. Save the data to a "
      "file and give its path.";
  const std::string pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {pipe, folder.path(""), std::string("/dev/zero")})
    CHECK(refusal([&] { read_file(path, 9); }) == path + advice);
}

TEST_CASE("read_file: says why a file cannot be read", "[data][file][error]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("loop");
  std::filesystem::create_symlink("loop", path);
  CHECK(refusal([&] { read_file(path, 9); }) ==
        path + ": the file cannot be read: its links lead round in a circle. Give another file.");
}

TEST_CASE("File: gives any part of its bytes", "[data][file]") {
  const TemporaryFolder folder;
  const File file(folder.file("a.bin", "0123456789"));
  CHECK(file.size() == 10);
  CHECK(file.bytes(0, 10) == "0123456789");
  CHECK(file.bytes(4, 3) == "456");
  CHECK(file.bytes(10, 0) == "");
}

TEST_CASE("File: notices that it became shorter", "[data][file][error]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.bin", "0123456789");
  const File file(path);
  std::filesystem::resize_file(path, 5);
  CHECK(refusal([&] { file.bytes(4, 3); }) ==
        path +
            ": the file ended while it was read. Another program may be writing it: wait until "
            "it is done.");
}

TEST_CASE("File: refuses what is not an ordinary file", "[data][file][error]") {
  const TemporaryFolder folder;
  CHECK(refusal([&] { File(folder.path("none")); }).find("there is no such file") !=
        std::string::npos);
  CHECK(refusal([] { File("/dev/zero"); }).find("an ordinary file was expected") !=
        std::string::npos);
}

TEST_CASE("File: a note of Git LFS is not the file, whatever it is called", "[data][file][error]") {
  const TemporaryFolder folder;
  const std::string note =
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 17210084\n";
  for (const char* name : {"tokenizer.json", "a.csv", "model.safetensors"}) {
    const std::string path = folder.file(name, note);
    CHECK(refusal([&] { File{path}; }) ==
          path +
              ": this is a note of Git LFS on where the file lies, and not the file. Fetch it: "
              "git lfs pull.");
  }
  CHECK(read_file(folder.file("about.txt", "version https://git-"), 99).size() == 20);
}

TEST_CASE("File: a link that leads nowhere is named", "[data][file][error]") {
  const TemporaryFolder folder;
  const std::string link = folder.path("model.safetensors"), room = folder.path("room");
  std::filesystem::create_symlink("/mnt/gone/model.safetensors", link);
  std::filesystem::create_directory_symlink("nowhere", room);
  CHECK(refusal([&] { File{link}; }) == link + ": the link " + link +
                                            " leads to /mnt/gone/model.safetensors, and there is "
                                            "nothing. Put the file or folder there, "
                                            "or give another.");
  CHECK_THAT(refusal([&] { File{room + "/a.csv"}; }),
             ContainsSubstring("the link " + room + " leads to nowhere, and there is nothing."));
  CHECK(is_named(link));
  CHECK_FALSE(is_named(folder.path("other")));
}

TEST_CASE("refuse_page, refuse_packed: what was saved instead of a file", "[data][file][error]") {
  for (const char* page : {"<!DOCTYPE html>\n<html>", "\xef\xbb\xbf\n <!doctype HTML>", "<html "})
    CHECK_THAT(refusal([&] { refuse_page(page, "config.json"); }),
               ContainsSubstring("config.json: this is an HTML page, and not the file"));
  for (const char* other : {"", "{\"a\": \"<html>\"}", "<!doctype", "<svg>"})
    CHECK(refusal([&] { refuse_page(other, "config.json"); }) == "accepted");
  for (const char* packed : {"PK\x03\x04...", "\x1f\x8b..."})
    CHECK_THAT(refusal([&] { refuse_packed(packed, "vocab.txt"); }),
               ContainsSubstring("vocab.txt: this is a packed archive, and not the file."));
  CHECK(refusal([&] { refuse_packed("PK", "vocab.txt"); }) == "accepted");
}

TEST_CASE("read_file: a pipe through which nothing came is no file to save again",
          "[data][file][error]") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[1]);
  constexpr int kNumber = 460;  // what came through a pipe is kept by its number
  REQUIRE(::dup2(ends[0], kNumber) == kNumber);
  ::close(ends[0]);
  CHECK(refusal([] { read_file("/dev/fd/460", 3); }) ==
        "/dev/fd/460: nothing came through the pipe. See what the command before it says.");
  ::close(kNumber);
}

TEST_CASE("file_bytes: a pipe that the path names by its descriptor, once", "[data][file]") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  REQUIRE(::write(ends[1], "abc", 3) == 3);
  ::close(ends[1]);
  CHECK(file_bytes(path, 3) == "abc");
  CHECK(file_bytes(path, 3) == "abc");  // for whoever asks again
  CHECK_THROWS_AS(file_bytes(path, 2), InputError);
  ::close(ends[0]);
}

TEST_CASE("line_place: counts as editors do", "[data][line_place]") {
  CHECK(line_place(3, 2) == "line 3, column 2");
}

TEST_CASE("line_place: a byte of a text, by characters", "[data][line_place]") {
  CHECK(line_place_of("a\n猫x", 5) == "line 2, column 2");
  CHECK(line_place_of("a\n猫x", 100) == "line 2, column 3");
}

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
