#include "cli/exercise_course.hpp"

#include <cstdlib>

#include "support/catch.hpp"

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
}

TEST_CASE("shell_word: quotes what a shell would take apart", "[cli][exercise]") {
  CHECK(shell_word("answer.txt") == "answer.txt");
  CHECK(shell_word("/home/ann/2-a_b.txt") == "/home/ann/2-a_b.txt");
  CHECK(shell_word("答え.txt") == "答え.txt");
  CHECK(shell_word("my answer") == "'my answer'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("$HOME") == "'$HOME'");
  CHECK(shell_word("") == "''");
}
