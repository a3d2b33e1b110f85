#include "data/files/text_bytes.hpp"

#include <iconv.h>

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

namespace {

// "猫が座った。\n" as a spreadsheet in Japan writes it.
const std::string kCat = "\x94\x4c\x82\xaa\x8d\xc0\x82\xc1\x82\xbd\x81\x42\n";

}  // namespace

TEST_CASE("utf8_of: UTF-16 with a mark or without, in either order", "[data][encoding]") {
  CHECK(told_text("\xff\xfe\x2b\x73\x4c\x30"s) == ToldText{"猫が", "read as UTF-16."});
  CHECK(told_text("\xfe\xff\x73\x2b\x30\x4c"s) == ToldText{"猫が", "read as UTF-16."});
  CHECK(told_text("1\0,\0002\0\n\0"s) == ToldText{"1,2\n", "read as UTF-16."});
  CHECK(told_text("\0001\0,\0002\0\n"s) == ToldText{"1,2\n", "read as UTF-16."});
  CHECK(refusal([] { text_of_bytes("\xff\xfe\x00\xd8"s, "x.csv"); }) ==
        "x.csv: the text is UTF-16, and some of it cannot be converted. Save it as UTF-8.");
}

TEST_CASE("utf8_of: Shift_JIS where it gives Japanese", "[data][encoding]") {
  const iconv_t known = iconv_open("UTF-8", "CP932");
  // NOLINTNEXTLINE: that is how it says so
  if (known == reinterpret_cast<iconv_t>(-1)) {
    WARN("skipped: this system does not know CP932");
    return;
  }
  iconv_close(known);
  const std::string how = "read as Shift_JIS (CP932), since it is not UTF-8.";
  CHECK(told_text(kCat) == ToldText{"猫が座った。\n", how});
  // A name with a character that Shift_JIS itself lacks, and a column of ASCII.
  CHECK(told_text("student,name\nken,\xfb\xfc\x8b\xb4\n") ==
        ToldText{"student,name\nken,髙橋\n", how});
  // Words of one character, and kana of half the width, among which Latin-1 has no letters.
  CHECK(told_text("\x94\x4c\n\x8c\xa2\n") == ToldText{"猫\n犬\n", how});
  CHECK(told_text("\x8f\xac\x8f\xbc\n") == ToldText{"小松\n", how});
  CHECK(told_text("\xc3\xbd\xc4\n") == ToldText{"ﾃｽﾄ\n", how});
  // Beside signs: √dで割る, 3×4 行列, 猫→魚, ①猫 ②犬, “猫”が座る, 猫…, ○ × ○, 山﨑.
  CHECK(told_text("\x81\xe3\x64\x82\xc5\x8a\x84\x82\xe9") == ToldText{"√dで割る", how});
  CHECK(told_text("3\x81\x7e\x34 \x8d\x73\x97\xf1") == ToldText{"3×4 行列", how});
  CHECK(told_text("\x94\x4c\x81\xa8\x8b\x9b") == ToldText{"猫→魚", how});
  CHECK(told_text("\x87\x40\x94\x4c \x87\x41\x8c\xa2") == ToldText{"①猫 ②犬", how});
  CHECK(told_text("\x81\x67\x94\x4c\x81\x68\x82\xaa\x8d\xc0\x82\xe9") ==
        ToldText{"“猫”が座る", how});
  CHECK(told_text("\x94\x4c\x81\x63") == ToldText{"猫…", how});
  CHECK(told_text("\x81\x9b \x81\x7e \x81\x9b") == ToldText{"○ × ○", how});
  CHECK(told_text("\x8e\x52\xfa\xb1") == ToldText{"山﨑", how});
  // Latin-1 is not taken for it, nor are the letters of MS-DOS.
  for (const char* other : {"caf\xe9 au lait", "r\xe9sum\xe9",
                            "\xe7"
                            "a va",
                            "\xc9 \xc0", "It\x92s", "\xff\xff", "\xab\xe9t\xe9\xbb",
                            "f\x81r M\x81ller", "\x93\xc9t\xe9\x94 \x85"})
    CHECK(told_text(other) == ToldText{other});
}

TEST_CASE("utf8_of: a blank as wide as a kanji is Japanese, too", "[data][encoding]") {
  // "山田　\n　\n　" in CP932
  CHECK(told_text("\x8e\x52\x93\x63\x81\x40\n\x81\x40\n\x81\x40\n")[0] == "山田　\n　\n　\n");
}

TEST_CASE("unpacked_shift_jis: names that were taken for CP437, and no others",
          "[data][encoding]") {
  CHECK(unpacked_shift_jis("ÄRôcæ╛ÿY") == "山田太郎");
  for (const std::string name : {"José", "Béatrice Müller", "Zoë", "é", "éa", "ana", "", "山田太郎",
                                 "\xc4R", "Ångström Ø"}) {
    CAPTURE(name);
    CHECK(unpacked_shift_jis(name).empty());
  }
}

TEST_CASE("utf8_of: EUC-JP by its kana", "[data][encoding]") {
  const iconv_t known = iconv_open("UTF-8", "EUC-JP");
  // NOLINTNEXTLINE: that is how it says so
  if (known == reinterpret_cast<iconv_t>(-1)) {
    WARN("skipped: this system does not know EUC-JP");
    return;
  }
  iconv_close(known);
  CHECK(told_text("\xc7\xad\xa4\xac\xba\xc2\xa4\xc3\xa4\xbf\xa1\xa3\n") ==
        ToldText{"猫が座った。\n", "read as EUC-JP, since it is not UTF-8."});
  // "ﾈｺ が" is neither surely this nor Shift_JIS.
  CHECK(told_text("\x8e\xc8\x8e\xba \xa4\xac") == ToldText{"\x8e\xc8\x8e\xba \xa4\xac"});
}

TEST_CASE("utf8_of: what may be two encodings is refused", "[data][encoding][error]") {
  // "東京 大阪", or Chinese.
  const std::string told =
      refusal([] { text_of_bytes("\xc5\xec\xb5\xfe \xc2\xe7\xba\xe5\n", "x.txt"); });
  CHECK(told ==
        "x.txt: the text is not UTF-8, and may be in several encodings, for instance EUC-JP, "
        "GB18030, BIG5, EUC-KR or another one. Convert it from what it is: iconv -f ENCODING -t "
        "UTF-8 OLD > NEW.");
  // "ﾈｺｲﾇ", or two rare kanji.
  CHECK(refusal([] {
          text_of_bytes("\xc8\xba\xb2\xc7\n", "x.txt");
        }).find("may be in several encodings, for instance CP932, EUC-JP, ") != std::string::npos);
  // "猫…" and "猫→魚" in EUC-JP, "“猫”" in GBK: of kanji and signs, nothing says what they are.
  for (const char* text :
       {"\xa1\xb0\xc3\xa8\xa1\xb1\n", "\xc7\xad\xa1\xc4\n", "\xc7\xad\xa2\xaa\xb5\xfb\n"})
    CHECK_THAT(refusal([&] { text_of_bytes(text, "x.txt"); }), ContainsSubstring("EUC-JP, "));
  // "ﾃｽﾄ", or three kanji in Shift_JIS.
  CHECK(refusal([] {
          text_of_bytes("\x8e\xc3\x8e\xbd\x8e\xc4\n", "x.txt");
        }).find("for instance CP932, EUC-JP, ") != std::string::npos);
}

TEST_CASE("utf8_of: what is not Japanese is not read as it", "[data][encoding][error]") {
  const char* const texts[] = {
      "\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4",            // "안녕하세요" in EUC-KR
      "\xec\xe0\xec\xe0 \xec\xfb\xeb\xe0 \xf0\xe0\xec\xf3",  // "мама мыла раму" in CP1251
      "\xcd\xc1\xcd\xc1 \xcd\xd9\xcc\xc1 \xd2\xc1\xcd\xd5",  // in KOI8-R
      "\xec\xe1\xec\xdc \xea\xe1\xe9",                       // "μαμά και" in ISO-8859-7
      "\xc4\xd6\xdc\xc4 \xd6\xc4",
      "\xd1\xd1 \xc1\xc9",  // "ÄÖÜÄ ÖÄ", "ÑÑ ÁÉ" in Latin-1
      "\xe1\xe0\xe1\xe0",   // "áàáà", or "баба" in CP1251
  };
  for (const char* text : texts) {
    CAPTURE(text);
    std::string read = text;
    const std::string told = refusal([&] { read = text_of_bytes(text, "x.txt"); });
    CHECK((told == "accepted" || told.find("or another one.") != std::string::npos));
    CHECK(read == text);  // whoever reads it says that it is no UTF-8
  }
}

TEST_CASE("utf8_of: ISO-2022-JP by its switches", "[data][encoding]") {
  CHECK(told_text("\x1b$BG-$,\x1b(B\n") == ToldText{"猫が\n", "read as ISO-2022-JP."});
  CHECK(refusal([] { text_of_bytes("\x1b$BG", "x.txt"); }) ==
        "x.txt: the text is ISO-2022-JP, and some of it cannot be converted. Save it as UTF-8.");
  // Kana of half the width, and a circled number.
  for (const char* text : {"\x1b(IC=D\x1b(B\n", "\x1b$BG-\x1b(IC=D\x1b(B\n", "\x1b$B-!\x1b(B\n"}) {
    std::string read;
    const std::string told = refusal([&] { read = text_of_bytes(text, "x.txt"); });
    CHECK((told == "accepted"
               ? read.find('\x1b') == read.npos
               : told.ends_with("some of it cannot be converted. Save it as UTF-8.")));
  }
  CHECK(told_text("\x1b[0m\n") == ToldText{"\x1b[0m\n"});
}

TEST_CASE("utf8_of: Japanese in UTF-16 without a mark", "[data][encoding]") {
  CHECK(told_text("\x54\x7b\x48\x30\x6f\x30\x31\x00\n\x00"s) ==
        ToldText{"答えは1\n", "read as UTF-16."});
  // Without a zero, by its kana.
  CHECK(told_text("\x2b\x73\x4c\x30\xa7\x5e\x8b\x30") == ToldText{"猫が座る", "read as UTF-16."});
  CHECK(told_text("\x73\x2b\x30\x4c\x5e\xa7\x30\x8b") == ToldText{"猫が座る", "read as UTF-16."});
}

TEST_CASE("utf8_of: a zero by mistake makes no UTF-16", "[data][encoding]") {
  for (const std::string& text :
       {"student,name\ntaro,\x8e\x52\x93\x63\0\n"s, "student,name\nzo\xeb,Zo\xeb\0\n"s,
        "student,name\nken,Ken\0\n"s}) {
    CHECK(text.size() % 2 == 0);
    CHECK(told_text(text) == ToldText{text});
  }
}

TEST_CASE("utf8_of: UTF-32 is called by its name", "[data][encoding][error]") {
  for (const std::string& text :
       {"1\0\0\0,\0\0\0002\0\0\0"s, "\0\0\0001\0\0\0,"s, "\xff\xfe\0\0001\0\0\0"s,
        "\0\0\xfe\xff\0\0\0001"s, "\x2b\x73\0\0\x4c\x30\0\0"s, "\0\1\xf6\0"s})
    CHECK(refusal([&] { text_of_bytes(text, "x.csv"); }) ==
          "x.csv: the text is UTF-32, and UTF-8 was expected. Save it as UTF-8.");
  for (const std::string& text : {"\0\0\0\0"s, "1\0\n\0002\0\n\0"s}) CHECK_FALSE(is_utf32(text));
}
