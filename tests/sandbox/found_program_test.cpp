#include "sandbox/found_program.hpp"

#include <sys/stat.h>

#include <filesystem>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

TEST_CASE("found_program: a program of the system needs no folder of its own") {
  const FoundProgram program = found_program("sh");
  CHECK(std::filesystem::path(program.path).is_absolute());
  CHECK(program.folders.empty());
}

TEST_CASE("found_program: what does not exist, or cannot be run, is none") {
  const TemporaryFolder folder;
  CHECK(found_program("no-such-program-anywhere").path.empty());
  CHECK(found_program(folder.file("text", "x")).path.empty());
  CHECK(found_program(folder.path().string()).path.empty());
}

TEST_CASE("found_program: an interpreter elsewhere brings the folder above its bin") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "env" / "bin");
  std::filesystem::create_directories(folder.path() / "env" / "lib");
  const std::string python = folder.file("env/bin/python", "#!/bin/sh\n");
  ::chmod(python.c_str(), 0755);
  const FoundProgram program = found_program(python);
  CHECK(program.path == python);
  CHECK(program.folders == std::vector{folder.path("env")});
  CHECK(program.search_path.starts_with(folder.path("env/bin") + ":"));
}

TEST_CASE("found_program: a program without a lib beside it brings its own folder alone") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "tools");
  const std::string tool = folder.file("tools/run", "#!/bin/sh\n");
  ::chmod(tool.c_str(), 0755);
  CHECK(found_program(tool).folders == std::vector{folder.path("tools")});
}

}  // namespace
}  // namespace attn
