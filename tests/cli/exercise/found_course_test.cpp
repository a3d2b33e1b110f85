#include "cli/exercise/found_course.hpp"

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
