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
  const auto words =
      bubblewrap_words({.program_folder = "/somewhere", .hidden = {"/usr/share/doc"}});
  const auto hidden = std::find(words.begin(), words.end(), "/usr/share/doc");
  REQUIRE(hidden != words.end());
  CHECK(*(hidden - 1) == "--tmpfs");
  CHECK(hidden > std::find(words.begin(), words.end(), "/usr"));
  CHECK(words.back() == "--");
}

TEST_CASE("bubblewrap_words: what is not seen is not named") {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  const auto names = [&path](const SandboxView& view) {
    const auto words = bubblewrap_words(view);
    return std::find(words.begin(), words.end(), path) != words.end();
  };
  CHECK_FALSE(names({.hidden = {path}}));
  CHECK(names({.visible = {folder.path().parent_path().string()}, .hidden = {path}}));
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
