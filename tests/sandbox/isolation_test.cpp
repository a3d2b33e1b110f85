#include "sandbox/isolation.hpp"

#include <algorithm>

#include "sandbox/run_program.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

TEST_CASE("is_of_system: a folder beside a system folder is not in it") {
  CHECK(is_of_system("/usr/bin/python3"));
  CHECK(is_of_system("/usr"));
  CHECK_FALSE(is_of_system("/usrlocal/bin/python3"));
  CHECK_FALSE(is_of_system("/home/mia/python3"));
}

TEST_CASE("bubblewrap_words: what is hidden comes after what shows it") {
  const TemporaryFolder folder;
  const auto words = bubblewrap_words({.program_folder = "/somewhere", .hidden = {folder.path()}});
  const auto hidden = std::find(words.begin(), words.end(), folder.path().string());
  REQUIRE(hidden != words.end());
  CHECK(*(hidden - 1) == "--tmpfs");
  CHECK(hidden > std::find(words.begin(), words.end(), "/usr"));
  CHECK(words.back() == "--");
}

TEST_CASE("strongest_isolation: what it says works") {
  RunRequest request;
  request.isolation = strongest_isolation();
  request.command = {"sh", "-c", "echo works"};
  const RunResult result = run_program(request);
  CHECK(result.out == "works\n");
  CHECK(result.exit_code == 0);
}

}  // namespace
}  // namespace attn
