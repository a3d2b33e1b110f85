#include "cli/flags/words.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

using Tokens = std::vector<std::string>;

const std::string kSplitNote =
    "the text has no spaces, so every character is a token. Choose the tokens yourself with "
    "--tokens \"A|B\".";

}  // namespace

TEST_CASE("read_words: without any, those of the first example", "[cli][words]") {
  const Words words = read_words({});
  CHECK(words.tokens == Tokens{"The", "cat", "sat", "down"});
  CHECK(words.title == "\"The cat sat down\"");
  CHECK(words.notes.empty());
}

TEST_CASE("read_words: one text or several make one sentence", "[cli][words]") {
  for (const Tokens& text : {Tokens{"a  b"}, Tokens{"a", "b"}}) {
    const Words words = read_words({.text = text});
    CHECK(words.tokens == Tokens{"a", "b"});
  }
  CHECK(read_words({.text = {"a", "b"}}).title == "\"a b\"");
  CHECK(read_words({.text = {"-", "b"}}).tokens == Tokens{"-", "b"});
}

TEST_CASE("read_words: tokens may hold spaces, and the title shows them", "[cli][words]") {
  const Words words = read_words({.text = {}, .tokens = typed("--tokens", "New York|is")});
  CHECK(words.tokens == Tokens{"New York", "is"});
  CHECK(words.title == "\"New York | is\"");
}

TEST_CASE("words_of: a text without spaces is split by character and stays whole in the title",
          "[cli][words]") {
  const Words words = words_of("猫が魚");
  CHECK(words.tokens == Tokens{"猫", "が", "魚"});
  CHECK(words.title == "\"猫が魚\"");
  CHECK(words.notes == Tokens{kSplitNote});
  CHECK(words_of("猫 が").notes.empty());
}

TEST_CASE("read_words: a character that cannot be seen is told, where it joins nothing",
          "[cli][words]") {
  const Tokens note = {
      "in the word \"c?at\" there is a character that cannot be seen (U+200B): without it, this "
      "is another word."};
  CHECK(words_of("The c\u200Bat").notes == note);
  CHECK(read_words({.text = {}, .tokens = typed("--tokens", "The|c\u200Bat")}).notes == note);
  CHECK(words_of("a 👩\u200D🚀 نمی\u200Cخواهم").notes.empty());
}

TEST_CASE("read_words: words that look alike and are not are told", "[cli][words]") {
  CHECK(words_of("が か\u3099").notes ==
        Tokens{"the word \"か\u3099\" is not in composed form, in which a letter and its marks are "
               "one character: composed, it is another word."});
  CHECK(words_of("the cafe\u0301").notes.size() == 1);
  CHECK(
      words_of("ネコ ﾈｺ").notes ==
      Tokens{
          "\"ネコ\" and \"ﾈｺ\" differ in the width of their characters alone, and are two words."});
  for (const char* text : {"が が", "the The", "caf\u00e9 cafe", "ﾈｺ ｲﾇ", "① 1", "x² x2"})
    CHECK(words_of(text).notes.empty());
}

TEST_CASE("read_words: a character that only looks like its composed form is told by its code",
          "[cli][words]") {
  CHECK(words_of("\u2126 が").notes ==
        Tokens{"in the word \"\u2126\" there is U+2126, which only looks like U+03A9: "
               "with that, it is another word."});
  const auto tells = [](const char* text, const char* codes) {
    const Tokens notes = words_of(text).notes;
    return notes.size() == 1 && notes.front().find(codes) != std::string::npos;
  };
  CHECK(tells("\uFA19 x", "U+FA19, which only looks like U+795E"));
  CHECK(tells("\u0958 x", "U+0958, which only looks like U+0915 U+093C"));
  // Composed too, but there are no marks in Korean.
  CHECK(tells("\u1112\u1161\u11AB x", "U+1112 U+1161 U+11AB, which only looks like U+D55C"));
  // Not a shorter form: only the order of the marks is another one.
  CHECK(tells("q\u0307\u0323 x", "U+0071 U+0307 U+0323, which only looks like U+0071 U+0323"));
}

TEST_CASE("read_words: refuses words given twice", "[cli][words][error]") {
  CHECK_THROWS_MATCHES(read_words({.text = {"a"}, .tokens = typed("--tokens", "b")}), InputError,
                       Message("the words are given twice: as text and with --tokens."));
}

TEST_CASE("has_words: by text or by tokens", "[cli][words]") {
  CHECK_FALSE(WordFlags{}.has_words());
  CHECK(WordFlags{.text = {"a"}}.has_words());
  CHECK(WordFlags{.text = {}, .tokens = typed("--tokens", "a")}.has_words());
}
