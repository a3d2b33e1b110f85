#include "data/files/text_bytes.hpp"

#include "data/test_files.hpp"
#include "data/told_text.hpp"
#include "support/catch.hpp"

using namespace attn;
using namespace std::string_literals;

TEST_CASE("text_of_bytes: UTF-8 is left as it is, but for its mark", "[data][text_bytes]") {
  CHECK(told_text("猫が\n") == ToldText{"猫が\n"});
  CHECK(told_text("\xef\xbb\xbf猫が\r\n") == ToldText{"猫が\r\n"});
  CHECK(told_text("") == ToldText{""});
}

TEST_CASE("text_of_bytes: what is no text is called by its name", "[data][text_bytes]") {
  CHECK(refusal([] { text_of_bytes("{\\rtf1\\ansi 0.5}", "a.txt"); }) ==
        "a.txt: this is RTF and no plain text. Save it as plain text in UTF-8.");
  CHECK(refusal([] { text_of_bytes("%PDF-1.7", "a.txt"); }).starts_with("a.txt: this is PDF"));
}

TEST_CASE("text_of_bytes: a carriage return alone ends a line", "[data][text_bytes]") {
  CHECK(told_text("1,2\r3,4\r") ==
        ToldText{"1,2\n3,4\n", "lines that end in a carriage return alone were told apart."});
  CHECK(told_text("1,2\r") == ToldText{"1,2\n"});
  CHECK(told_text("a\rb\nc") == ToldText{"a\rb\nc"});
}
