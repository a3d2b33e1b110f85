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

TEST_CASE("is_mark: what stands on the letter before it", "[base][utf8]") {
  for (const std::int32_t mark : {0x0301, 0x3099, 0x0903, 0x20DD}) CHECK(is_mark(mark));
  for (const std::int32_t other : {0x0061, 0x00E9, 0x309B, 0x1161, 0x2126})
    CHECK_FALSE(is_mark(other));
}

TEST_CASE("end_of_utf8: the first byte that begins no character", "[base][utf8]") {
  CHECK(end_of_utf8("") == 0);
  CHECK(end_of_utf8("a猫\U0010FFFF") == 8);
  CHECK(end_of_utf8("ab\xFF") == 2);
  CHECK(end_of_utf8("猫\xE7\x8C") == 3);
  CHECK(end_of_utf8("\xED\xA0\x80") == 0);  // a surrogate
  CHECK(is_utf8("a猫"));
  CHECK_FALSE(is_utf8("猫\xE7\x8C"));
}

TEST_CASE("graphemes_of: marks stay with their letter and wrong bytes stand alone",
          "[core][utf8]") {
  using Graphemes = std::vector<std::string_view>;
  CHECK(graphemes_of("か\u3099さ") == Graphemes{"か\u3099", "さ"});
  CHECK(graphemes_of("a\xff\xff"
                     "b") == Graphemes{"a", "\xff", "\xff", "b"});
  CHECK(graphemes_of("").empty());
}

TEST_CASE("character_count: characters, not bytes", "[base][utf8]") {
  CHECK(character_count("a猫\u00e9") == 3);
  CHECK(character_count("") == 0);
}

TEST_CASE("is_visible: not what reverses, ends or controls a line", "[base][utf8]") {
  CHECK(is_visible('a'));
  CHECK(is_visible(0x732B));
  CHECK(is_visible(' '));
  for (const int hidden : {0x07, 0x0A, 0x200B, 0x202E, 0x2028, 0x3164, 0xE000})
    CHECK_FALSE(is_visible(hidden));
}

TEST_CASE("without_byte_order_mark: one mark, at the beginning alone", "[base][utf8]") {
  CHECK(without_byte_order_mark("\xEF\xBB\xBF"
                                "a") == "a");
  CHECK(without_byte_order_mark("a\xEF\xBB\xBF") == "a\xEF\xBB\xBF");
  CHECK(has_utf16_mark("\xFF\xFE"));
  CHECK(has_utf16_mark("\xFE\xFF"));
  CHECK_FALSE(has_utf16_mark("\xEF\xBB\xBF"));
}

TEST_CASE("usual_width: wide letters narrow, narrow kana wide, and composed") {
  CHECK(usual_width("Ｃａｔ　１！") == "Cat 1!");
  CHECK(usual_width("ｶﾞｰ") == "ガー");
  CHECK(usual_width("か\u3099") == "が");
  CHECK(usual_width("①x²猫\xff") == "①x²猫\xff");
}

TEST_CASE("folded_form: what looks the same is equal") {
  CHECK(folded_form("Jos\u00e9") == folded_form("jose\u0301"));
  CHECK(folded_form("ＡＮＡ") == "ana");
  CHECK(folded_form("ana") != folded_form("anna"));
  CHECK(folded_form("\xff") == "\xff");
}
