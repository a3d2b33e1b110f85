#include "cli/exercise/screen_lines.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("squeezed: no blank line is left", "[cli][exercise]") {
  CHECK(squeezed("a\n\n\nb\n") == "a\nb\n");
  CHECK(squeezed("\na") == "a");
  CHECK(squeezed("").empty());
  CHECK(squeezed("a\n\n\nb\n", 1) == "a\n\nb\n");
  CHECK(squeezed("a\n\nb\n", 0) == "a\n\nb\n");
}

TEST_CASE("screenfuls: all lines, in their order", "[cli][exercise]") {
  using Parts = std::vector<std::string>;
  CHECK(screenfuls("a\nb\nc\n", 2) == Parts{"a\nb\n", "c\n"});
  CHECK(screenfuls("a\nb\n", 2) == Parts{"a\nb\n"});
  CHECK(screenfuls("a\nb\n", 0) == Parts{"a\n", "b\n"});
  CHECK(screenfuls("", 3) == Parts{""});
}
