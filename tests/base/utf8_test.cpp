#include "base/utf8.hpp"

#include <string>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("first_code_point: the character and its length", "[core][utf8]") {
  CHECK(first_code_point("a猫").value == 'a');
  CHECK(first_code_point("a猫").n_bytes == 1);
  CHECK(first_code_point("猫a").value == 0x732B);
  CHECK(first_code_point("猫a").n_bytes == 3);
}

TEST_CASE("first_code_point: a wrong byte is one byte and no character", "[core][utf8]") {
  for (const std::string text : {"\xff", "\x8e", "\xe7\x8c"}) {  // the last one is cut off
    CHECK(first_code_point(text).value == -1);
    CHECK(first_code_point(text).n_bytes == 1);
  }
}

TEST_CASE("graphemes_of: marks stay with their letter and wrong bytes stand alone",
          "[core][utf8]") {
  using Graphemes = std::vector<std::string_view>;
  CHECK(graphemes_of("か\u3099さ") == Graphemes{"か\u3099", "さ"});
  CHECK(graphemes_of("a\xff\xff"
                     "b") == Graphemes{"a", "\xff", "\xff", "b"});
  CHECK(graphemes_of("").empty());
}
