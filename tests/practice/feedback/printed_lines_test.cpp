#include "practice/feedback/printed_lines.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

using Lines = std::vector<std::string>;

TEST_CASE("first_printed, last_printed: some lines, and how many are missing") {
  const std::string text = "one\ntwo\nthree\n\n";
  CHECK(first_printed(text, 2).lines == Lines{"one", "two"});
  CHECK(first_printed(text, 2).n_left_out == 1);
  CHECK(last_printed(text, 2).lines == Lines{"two", "three"});
  CHECK(last_printed(text, 2).n_left_out == 1);
  CHECK(last_printed(text, 3).lines == first_printed(text, 3).lines);
  CHECK(last_printed(text, 9).n_left_out == 0);
}

TEST_CASE("first_printed: nothing where nothing can be seen") {
  CHECK(first_printed("", 3).lines.empty());
  CHECK(last_printed(" \n\t\n", 3).lines.empty());
}

TEST_CASE("last_printed: lines are safe to show, and not endless") {
  CHECK(last_printed("a\033[2Jb\r\n\tif x:\n", 3).lines == Lines{"a?[2Jb", "    if x:"});
  CHECK(last_printed(std::string(1000, 'x'), 1).lines == Lines{std::string(300, 'x') + "..."});
}

}  // namespace
