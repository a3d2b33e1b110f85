#include "sandbox/found_program.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

TEST_CASE("found_program: a program of the system needs no folder of its own") {
  const FoundProgram program = found_program("sh");
  CHECK(std::filesystem::path(program.path).is_absolute());
  CHECK(program.places.empty());
}

TEST_CASE("found_program: what does not exist, or cannot be run, is none") {
  const TemporaryFolder folder;
  CHECK(found_program("no-such-program-anywhere").path.empty());
  CHECK(found_program(folder.file("text", "x")).path.empty());
  CHECK(found_program(folder.path().string()).path.empty());
}

// An empty program at a path within the folder.
std::string program_at(const TemporaryFolder& folder, const std::string& path) {
  std::filesystem::create_directories((folder.path() / path).parent_path());
  const std::string program = folder.file(path, "#!/bin/sh\n");
  ::chmod(program.c_str(), 0755);
  return program;
}

TEST_CASE(
    "found_program: an interpreter elsewhere brings its libraries, and not what lies beside") {
  const TemporaryFolder folder;
  const std::string python = program_at(folder, "env/bin/python");
  folder.file("env/answers.txt", "42");
  folder.file("env/pyvenv.cfg", "");
  for (const std::string part : {"env/lib", "env/share", "env/other"})
    std::filesystem::create_directories(folder.path() / part);
  const FoundProgram program = found_program(python);
  CHECK(program.path == python);
  CHECK(program.places == std::vector{folder.path("env/bin"), folder.path("env/lib"),
                                      folder.path("env/pyvenv.cfg"), folder.path("env/share")});
  CHECK(program.search_path.starts_with(folder.path("env/bin") + ":"));
}

TEST_CASE("found_program: where all programs of a user are, the user's data is not shown") {
  const TemporaryFolder folder;
  const std::string python = program_at(folder, ".local/bin/python");
  for (const std::string part : {".local/lib", ".local/share/private"})
    std::filesystem::create_directories(folder.path() / part);
  CHECK(found_program(python).places ==
        std::vector{folder.path(".local/bin"), folder.path(".local/lib")});
}

TEST_CASE("found_program: every link on the way is brought") {
  const TemporaryFolder folder;
  const std::string real = program_at(folder, "opt/py/real");
  for (const std::string part : {"a", "b"})
    std::filesystem::create_directories(folder.path() / part);
  std::filesystem::create_symlink("../opt/py/real", folder.path() / "b" / "python");
  std::filesystem::create_symlink("../b/python", folder.path() / "a" / "python");
  CHECK(found_program(folder.path("a/python")).places ==
        std::vector{folder.path("a"), folder.path("b"), folder.path("opt/py")});
}

TEST_CASE("found_program: a program without a lib beside it brings its own folder alone") {
  const TemporaryFolder folder;
  CHECK(found_program(program_at(folder, "tools/run")).places == std::vector{folder.path("tools")});
}

TEST_CASE("found_program: a program that lies in somebody's home brings nothing but itself") {
  const TemporaryFolder home;
  const std::string before = std::getenv("HOME") ? std::getenv("HOME") : "";
  ::setenv("HOME", home.path().c_str(), 1);
  const std::string tool = program_at(home, "tool");
  CHECK(found_program(tool).places == std::vector{tool});
  ::setenv("HOME", before.c_str(), 1);
}

}  // namespace
}  // namespace attn
