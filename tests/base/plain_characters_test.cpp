#include "base/plain_characters.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

std::string plain(const std::string& text) {
  std::vector<std::string> remarks;
  return in_plain_characters(text, remarks);
}

}  // namespace

TEST_CASE("with_ascii_signs: only the signs that are asked for", "[base][plain_characters]") {
  CHECK(with_ascii_signs("猫＝ｄｏｇ｜１，２", "=|") == "猫=ｄｏｇ|１，２");
  CHECK(with_ascii_signs("", "=") == "");
}

TEST_CASE("in_plain_characters: full-width characters, spaces and the ideographic comma",
          "[base][plain_characters]") {
  CHECK(plain("（１，２）＝ａ％") == "(1,2)=a%");
  CHECK(plain("1\u00A02\u30003\u202F4\u20095") == "1 2 3 4 5");
  CHECK(plain("1、2") == "1,2");
  CHECK(plain("\uFEFF1") == "1");
  CHECK(plain("因果マスク→ー") == "因果マスク→ー");
}

TEST_CASE("in_plain_characters: an ideographic full stop is a point between digits only",
          "[base][plain_characters]") {
  CHECK(plain("1。5 １。５") == "1.5 1.5");
  CHECK(plain("下がる。") == "下がる。");
  CHECK(plain("1。") == "1。");
}

TEST_CASE("in_plain_characters: a replaced minus sign is remarked once",
          "[base][plain_characters]") {
  std::vector<std::string> remarks;
  CHECK(in_plain_characters("−1 −2 –3 －4", remarks) == "-1 -2 -3 -4");
  CHECK(remarks == std::vector<std::string>{"'−' (U+2212) was read as a minus sign.",
                                            "'–' (U+2013) was read as a minus sign."});
}

TEST_CASE("in_plain_characters: a long dash and the sound mark are minus signs before a number",
          "[base][plain_characters]") {
  for (const char* sign : {"ー", "ｰ", "―", "—", "─"}) {
    CAPTURE(sign);
    CHECK(plain(std::string(sign) + "0.69") == "-0.69");
    CHECK(plain(std::string("1 ") + sign + "２ " + sign + "√2") == "1 -2 -√2");
    CHECK(plain(std::string(sign) + " d_k") == "- d_k");
    CHECK(plain(std::string("3 ") + sign) == std::string("3 ") + sign);
    CHECK(plain(std::string(sign) + sign + sign) == std::string(sign) + sign + sign);
  }
  CHECK(plain("スコアー2") == "スコアー2");
  CHECK(plain("ﾊｰﾄﾞ1") == "ﾊｰﾄﾞ1");
  std::vector<std::string> remarks;
  in_plain_characters("ー1", remarks);
  CHECK(remarks == std::vector<std::string>{"'ー' (U+30FC) was read as a minus sign."});
}

TEST_CASE("with_typed_pieces: a sentence quotes what was typed", "[base][plain_characters]") {
  const std::string typed = "\uFEFFa、０、69", in_plain = plain(typed);
  CHECK(with_typed_pieces("Not '0,69' but 'a'.", typed, in_plain) == "Not '０、69' but 'a'.");
  CHECK(with_typed_pieces("「0,69」は数ではありません。", typed, in_plain) ==
        "「０、69」は数ではありません。");
  CHECK(with_typed_pieces("It's 'log2'.", typed, in_plain) == "It's 'log2'.");
  CHECK(with_typed_pieces("'open", typed, in_plain) == "'open");
}

TEST_CASE("hidden_character: what cannot be seen is found", "[base][plain_characters]") {
  CHECK(hidden_character("1 2\t3\r\n4\f 因果−") == std::nullopt);
  CHECK(hidden_character("1\u200B2") == 0x200B);
  CHECK(hidden_character("1\u202E2") == 0x202E);
  CHECK(hidden_character("\x1B[2J") == 0x1B);
  CHECK(hidden_character(std::string("a\0b", 3)) == 0);
  CHECK(hidden_character("\xFF") == -1);
}

TEST_CASE("shown_token: a hidden character is shown by its code", "[base][plain_characters]") {
  CHECK(shown_token("\u200B") == "U+200B");
  CHECK(shown_token("\x1B") == "U+001B");
  CHECK(shown_token("a\x1Bz") == "a?z");
  CHECK(shown_token("") == "");
}

TEST_CASE("trimmed: no white space at the ends", "[base][plain_characters]") {
  CHECK(trimmed(" \t1 2\r\n") == "1 2");
  CHECK(trimmed(" \f").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("in_plain_characters: a Greek letter that looks like O", "[base][plain_characters]") {
  std::vector<std::string> remarks;
  CHECK(in_plain_characters("Ο(n²)", remarks) == "O(n²)");
  CHECK(remarks.empty());
}
