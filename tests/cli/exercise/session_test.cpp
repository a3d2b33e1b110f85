#include "cli/exercise/session.hpp"

#include <cstdlib>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

TEST_CASE("course_folder: the flag, else the environment, else beside the program",
          "[cli][exercise]") {
  setenv("ATTN_COURSE", "theirs", 1);
  CHECK(course_folder("mine") == "mine");
  CHECK(course_folder("") == "theirs");
  setenv("ATTN_COURSE", "", 1);
  CHECK(course_folder("").ends_with("/share/attn"));
  unsetenv("ATTN_COURSE");
  CHECK(course_folder("").ends_with("/share/attn"));
  CHECK(is_own_course(course_folder("")));
  CHECK_FALSE(is_own_course("/nowhere"));
}

namespace {

// What a command says of its course, in a folder.
std::string said_in(const std::filesystem::path& folder, const std::string& command,
                    const std::string& before = "") {
  const CommandResult result = run_command(before + " attn exercise " + command, folder);
  INFO(result.err);
  CHECK(result.exit_code == 0);
  return result.out;
}

}  // namespace

TEST_CASE("course_folder: the course that one stands in", "[cli][exercise]") {
  const TemporaryFolder folder;
  CHECK(said_in(folder.path(), "new mine which-word") != "");
  const std::filesystem::path course = folder.path() / "mine";
  const std::string named = "   course   " + std::filesystem::canonical(course).string() + "\n";
  for (const char* inside : {".", "exercises", "exercises/01-which-word", "solutions"}) {
    INFO(inside);
    const std::string shown = said_in(course / inside, "show 1");
    CHECK_THAT(shown, ContainsSubstring("1 which-word"));
    CHECK_THAT(shown, ContainsSubstring(named));
    CHECK_THAT(shown, !ContainsSubstring("--course"));
  }
  CHECK_THAT(said_in(course, "lint"),
             ContainsSubstring("exercises 1,") && ContainsSubstring(named));
  // What is said counts more than where one is.
  CHECK_THAT(said_in(course, "list", "ATTN_COURSE=" ATTN_SOURCE_DIR),
             ContainsSubstring("0 of 31") && !ContainsSubstring("   course "));
  CHECK_THAT(said_in(course, "list --course " ATTN_SOURCE_DIR), ContainsSubstring("0 of 31"));
  CHECK_THAT(said_in(folder.path(), "list"),
             ContainsSubstring("0 of 31") && !ContainsSubstring("   course "));
  CHECK_THAT(said_in(ATTN_SOURCE_DIR "/src", "list"), !ContainsSubstring("   course "));
}
