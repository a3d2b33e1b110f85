#include "base/preview.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("preview: keeps short visible text", "[data][preview]") {
  CHECK(preview("") == "");
  CHECK(preview("two words") == "two words");
  CHECK(preview("猫が") == "猫が");
}

TEST_CASE("preview: shortens by characters rather than bytes", "[data][preview]") {
  CHECK(preview("abcdef", 3) == "abc...");
  CHECK(preview("abc", 3) == "abc");
  CHECK(preview("猫が魚", 2) == "猫が...");
  CHECK(preview(std::string(1'000'000, 'x')).size() == 27);
}

TEST_CASE("preview: shows nothing that commands a terminal", "[data][preview]") {
  CHECK(preview("\x1b[31mred\n") == "?[31mred?");
  CHECK(preview(std::string_view("a\0b", 3)) == "a?b");
  CHECK(preview("\u202Eabc") == "?abc");  // would turn the line around
  CHECK(preview("\u0085") == "?");
}

TEST_CASE("preview: invalid UTF-8 becomes question marks", "[data][preview]") {
  CHECK(preview("a\xff\xfe") == "a??");
  CHECK(preview("\xe7\x8c") == "??");  // the start of 猫
}
