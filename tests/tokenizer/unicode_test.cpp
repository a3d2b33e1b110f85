#include "tokenizer/unicode.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

std::string lower_case_of(std::int32_t character) {
  std::string text;
  append_lower_case(text, character);
  return text;
}

}  // namespace

TEST_CASE("characters: classes are of the versions that tokenizers have",
          "[tokenizer][characters]") {
  CHECK(classes_of('a') == (kLetter | kWordCharacter | kHasForms));
  CHECK((classes_of('$') & kPunctuation) != 0);  // of ASCII, though Unicode calls it a symbol
  CHECK((classes_of(0x732B) & kLetter) != 0);    // 猫
  CHECK((classes_of(0x10D40) & kNumber) != 0);   // a digit since Unicode 16
  CHECK((classes_of(0x11DE0) & (kNumber | kNumeric)) == kNumeric);  // since 17
  CHECK((classes_of(0x200B) & kControl) != 0);
  CHECK((classes_of('\n') & kControl) == 0);
  CHECK((classes_of(0x0301) & (kNonspacing | kMark | kJoins)) == (kNonspacing | kMark | kJoins));
  CHECK((classes_of(0x1E94A) & kNonspacing) == 0);  // a mark since Unicode 9, and BERT's is 8
  CHECK(classes_of(0x10FFFF) == 0);
}

TEST_CASE("characters: white space and ideographs", "[tokenizer][characters]") {
  int n_spaces = 0;
  for (std::int32_t c = 0; c < 0x110000; ++c) n_spaces += is_white_space(c) ? 1 : 0;
  CHECK(n_spaces == 25);
  CHECK(is_han(0x732B));
  CHECK_FALSE(is_han(0x304C));   // が
  CHECK_FALSE(is_han(0x2B820));  // left out by the library
}

TEST_CASE("characters: lower case of one character", "[tokenizer][characters]") {
  CHECK(lower_case_of('A') == "a");
  CHECK(lower_case_of('a') == "a");
  CHECK(lower_case_of(0x100) == "ā");
  CHECK(lower_case_of(0x101) == "ā");
  CHECK(lower_case_of(0x130) == "i̇");
  CHECK(lower_case_of(0x3A3) == "σ");   // at the end of a word as well
  CHECK(lower_case_of(0xA7CB) == "ɤ");  // since Unicode 16
  CHECK(lower_case_of(0x1E921) == "𞥃");
}

TEST_CASE("characters: UTF-8 there and back", "[tokenizer][characters]") {
  for (const std::int32_t c : {0x0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF}) {
    std::string text = "x";
    append_character(text, c);
    CHECK(character_at(text, 1).value == c);
    CHECK(character_at(text, 1).n_bytes == text.size() - 1);
    CHECK(character_before(text, text.size()) == 1);
  }
}
