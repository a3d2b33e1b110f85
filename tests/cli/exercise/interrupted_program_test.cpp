#include <filesystem>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;
namespace fs = std::filesystem;

namespace {

// A program that waits, and leaves another one behind that has a session of its own.
constexpr const char* kSlow =
    "printf 'setsid sleep 1000 & echo $! >> %s/daemons\\nsleep 1000\\n' \"$PWD\" > slow.sh; "
    "mkdir scratch; ";

TEST_CASE("check: asked to end, it ends the program and takes its folder away", "[cli][exercise]") {
  const auto [signal, exit_code] =
      GENERATE(table<std::string, int>({{"INT", 130}, {"TERM", 143}, {"HUP", 129}, {"QUIT", 131}}));
  INFO(signal);
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      kSlow + ("TMPDIR=$PWD/scratch timeout --preserve-status -s " + signal +
               " 2 attn exercise check 24 slow.sh --run 'sh {file}' --isolation limits"),
      folder.path());
  CHECK(result.exit_code == exit_code);
  CHECK(result.out == "");
  CHECK(result.err == "");
  CHECK(fs::is_empty(folder.path() / "scratch"));
  CHECK(run_command("kill -0 $(cat daemons)", folder.path()).exit_code != 0);
  CHECK(fs::file_size(folder.path() / "daemons") > 0);
}

TEST_CASE("check: what a killed one left behind is removed by the next", "[cli][exercise]") {
  const TemporaryFolder folder;
  run_command(kSlow + std::string("TMPDIR=$PWD/scratch timeout -s KILL 2 attn exercise check 24 "
                                  "slow.sh --run 'sh {file}' --isolation limits; "
                                  "kill -9 $(cat daemons)"),
              folder.path());
  CHECK_FALSE(fs::is_empty(folder.path() / "scratch"));
  run_command(
      "echo echo > slow.sh; TMPDIR=$PWD/scratch attn exercise check 24 slow.sh --run "
      "'sh {file}' --isolation limits",
      folder.path());
  CHECK(fs::is_empty(folder.path() / "scratch"));
}

}  // namespace
