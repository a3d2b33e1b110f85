#include "data/words/tokens.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"

using Words = std::vector<std::string>;

namespace {

std::string refusal(const std::string& text) {
  return attn::refusal([&] { split_words(text); });
}

std::string refused_control(const std::string& code_point, int byte) {
  return "the text contains the control character " + code_point + " at byte " +
         std::to_string(byte) + ", which would garble the terminal. Remove it.";
}

TEST_CASE("split_words: white space separates words") {
  CHECK(split_words("The cat sat").words == Words{"The", "cat", "sat"});
  CHECK(split_words(" \tThe\r\n\ncat \v\fsat\n").words == Words{"The", "cat", "sat"});
  CHECK(split_words("didn't stop.").words == Words{"didn't", "stop."});
  CHECK(split_words("one").words == Words{"one"});
  CHECK_FALSE(split_words("one").split_by_character);
}

TEST_CASE("split_words: spaces of print and of web pages separate words") {
  for (const char* space : {"\u00A0", "\u2003", "\u2009", "\u202F", "\u205F", "\u3000"})
    CHECK(split_words(std::string("the") + space + "cat" + space).words == Words{"the", "cat"});
  CHECK(split_tokens("a\u00A0|\u00A0b") == Words{"a", "b"});
  CHECK(split_words("café £5").words == Words{"café", "£5"});
}

TEST_CASE("split_words: the ideographic space separates words too") {
  const Tokens tokens = split_words("\u3000猫\u3000が 魚\u3000\u3000を 食べた\u3000");
  CHECK(tokens.words == Words{"猫", "が", "魚", "を", "食べた"});
  CHECK_FALSE(tokens.split_by_character);
}

TEST_CASE("split_words: one piece of Japanese is split into characters") {
  const Tokens tokens = split_words(" 猫が魚を食べた。\n");
  CHECK(tokens.words == Words{"猫", "が", "魚", "を", "食", "べ", "た", "。"});
  CHECK(tokens.split_by_character);
  CHECK(split_words("GPTとは").words == Words{"G", "P", "T", "と", "は"});
  CHECK(split_words("カタカナ").words == Words{"カ", "タ", "カ", "ナ"});
  CHECK(split_words("人々").words == Words{"人", "々"});
  CHECK(split_words("𠮷野").words == Words{"𠮷", "野"});
}

TEST_CASE("split_words: so is one piece of Thai, by what a reader calls a character") {
  CHECK(split_words("กินข้าว").words == std::vector<std::string>{"กิ", "น", "ข้", "า", "ว"});
  CHECK(split_words("กิน ข้าว").words == std::vector<std::string>{"กิน", "ข้าว"});
}

TEST_CASE("has_unspaced_script: one such character is enough") {
  for (const char* text : {"猫", "ねこ", "ネコ", "แมว", "ແມວ", "ကြောင်", "ឆ្មា", "a猫"})
    CHECK(has_unspaced_script(text));
  for (const char* text : {"", "cat", "고양이", "кот", "。"})
    CHECK_FALSE(has_unspaced_script(text));
}

TEST_CASE("split_words: a single character is not called split") {
  CHECK(split_words("猫").words == Words{"猫"});
  CHECK_FALSE(split_words("猫").split_by_character);
}

TEST_CASE("split_words: one piece without Japanese stays whole") {
  for (const std::string word : {"naïve", "внимание", "주의", "👩‍🚀🚀", "x→y"}) {
    CHECK(split_words(word).words == Words{word});
  }
}

TEST_CASE("split_words: what a reader calls one character stays whole") {
  CHECK(split_words("か\u3099き").words == Words{"か\u3099", "き"});          // combining dakuten
  CHECK(split_words("ｶ\uFF9Eｷ").words == Words{"ｶ\uFF9E", "ｷ"});              // half-width dakuten
  CHECK(split_words("葛\U000E0100城").words == Words{"葛\U000E0100", "城"});  // variation selector
  const std::string family = "👨\u200D👩\u200D👧";
  CHECK(split_words("猫" + family + "犬").words == Words{"猫", family, "犬"});
  CHECK(split_words("猫❤\uFE0F犬").words == Words{"猫", "❤\uFE0F", "犬"});
  CHECK(split_words("猫🇯🇵🇫🇷").words == Words{"猫", "🇯🇵", "🇫🇷"});
  CHECK(split_words("猫👍🏽犬").words == Words{"猫", "👍🏽", "犬"});
}

TEST_CASE("split_words: the characters put together are the text") {
  const std::string text =
      "今日の天気は素晴らしいです。ｶﾞ👨‍👩‍👧e\u0301";
  std::string joined;
  for (const std::string& word : split_words(text).words) {
    joined += word;
  }
  CHECK(joined == text);
}

TEST_CASE("split_words: refuses a blank text") {
  const std::string expected =
      "the text is blank: expected at least one word. Try \"The cat sat on the mat\".";
  CHECK(refusal("") == expected);
  CHECK(refusal(" \n\t\u3000") == expected);
}

TEST_CASE("split_words: refuses what is not UTF-8 and names the byte") {
  CHECK(refusal("ab \xff") ==
        "the text must be UTF-8, but no character begins at byte 4 (0xFF). Save or send the text "
        "as UTF-8.");
  CHECK(refusal("\x8e\x71") ==  // 子 in Shift_JIS
        "the text must be UTF-8, but no character begins at byte 1 (0x8E). Save or send the text "
        "as UTF-8.");
  CHECK(refusal("猫\xe3\x81") ==  // cut short
        "the text must be UTF-8, but no character begins at byte 4 (0xE3). Save or send the text "
        "as UTF-8.");
  CHECK(contains(refusal("\xc0\xaf"), "byte 1 (0xC0)"));          // overlong
  CHECK(contains(refusal("\xed\xa0\x80"), "byte 1 (0xED)"));      // surrogate
  CHECK(contains(refusal("\xf4\x90\x80\x80"), "byte 1 (0xF4)"));  // > U+10FFFF
}

TEST_CASE("split_words: refuses what would garble a terminal") {
  CHECK(refusal("cat \x1b[31mred") == refused_control("U+001B", 5));
  CHECK(refusal(std::string("a\0b", 3)) == refused_control("U+0000", 2));
  CHECK(refusal("猫\x7f") == refused_control("U+007F", 4));
  CHECK(refusal("\u0085") == refused_control("U+0085", 1));
  CHECK(refusal("a\u009bb") == refused_control("U+009B", 2));
  CHECK(refusal("a b\u2028c") == refused_control("U+2028", 4));
  CHECK(refusal("\u2029") == refused_control("U+2029", 1));
  CHECK(refusal("\u202Aa") == refused_control("U+202A", 1));
  CHECK(refusal("\u202Ea") == refused_control("U+202E", 1));
  CHECK(refusal("\u2066a") == refused_control("U+2066", 1));
  CHECK(refusal("a\u2069") == refused_control("U+2069", 2));
}

TEST_CASE("split_words: refuses more tokens than a score matrix can hold") {
  const std::string expected =
      "the text has too many tokens: expected at most 100000. Give a shorter text.";
  std::string words;
  std::string characters;
  for (std::size_t i = 0; i < kMaxTokens; ++i) {
    words += "a ";
    characters += "猫";
  }
  CHECK(split_words(words).words.size() == kMaxTokens);
  CHECK(refusal(words + "a") == expected);
  CHECK(split_words(characters).words.size() == kMaxTokens);
  CHECK(refusal(characters + "猫") == expected);
}

TEST_CASE("split_tokens: bars separate tokens") {
  CHECK(split_tokens("a|b|c") == Words{"a", "b", "c"});
  CHECK(split_tokens("  New York | is\t|\u3000big \n") == Words{"New York", "is", "big"});
  CHECK(split_tokens("猫が|魚を\u3000食べた") == Words{"猫が", "魚を\u3000食べた"});
  CHECK(split_tokens("alone") == Words{"alone"});
}

TEST_CASE("split_tokens: refuses an empty token and names its place") {
  const auto expected = [](int position) {
    return "token " + std::to_string(position) +
           " is empty: expected a token before, between and after the bars, as in "
           "\"the|cat|sat\".";
  };
  CHECK_THROWS_WITH(split_tokens(""), expected(1));
  CHECK_THROWS_WITH(split_tokens("|a"), expected(1));
  CHECK_THROWS_WITH(split_tokens("a| \u3000|c"), expected(2));
  CHECK_THROWS_WITH(split_tokens("a|b|"), expected(3));
}

TEST_CASE("split_tokens: refuses what split_words refuses") {
  CHECK_THROWS_WITH(split_tokens("a | b\x1b"), refused_control("U+001B", 6));
  CHECK_THROWS_WITH(split_tokens("a|b\nc"), refused_control("U+000A", 4));
  CHECK_THROWS_WITH(split_tokens("a|\xff"),
                    "the text must be UTF-8, but no character begins at byte 3 (0xFF). Save or "
                    "send the text as UTF-8.");
  std::string many = "a";
  for (std::size_t i = 0; i < kMaxTokens; ++i) {
    many += "|a";
  }
  CHECK_THROWS_WITH(split_tokens(many),
                    "the text has too many tokens: expected at most 100000. Give a shorter text.");
}

TEST_CASE("require_utf8: accepts every kind of character") {
  CHECK_NOTHROW(require_utf8(""));
  CHECK_NOTHROW(require_utf8("a\u00e9\u732b\U0001F431\n"));
}

TEST_CASE("require_printable: counts bytes from where the text was found") {
  CHECK_NOTHROW(require_printable("猫 と e\u0301"));
  CHECK_THROWS_WITH(require_printable("ab\tc", 11), refused_control("U+0009", 13));
}

TEST_CASE("split_tokens: full-width bars, else ideographic commas") {
  CHECK(split_tokens("猫｜が｜座った") == Words{"猫", "が", "座った"});
  CHECK(split_tokens("猫、が、座った") == Words{"猫", "が", "座った"});
  CHECK(split_tokens("猫、|｜") == Words{"猫、", "｜"});
  CHECK(split_tokens("猫、｜が") == Words{"猫、", "が"});
  CHECK(split_tokens("、") == Words{"、"});
}

using Phrases = std::vector<std::string>;

void check_pair_refused(const std::string& text, const std::string& shown) {
  CHECK_REFUSED(
      phrase_pairs(text),
      "an aligned pair is written QUERIES=KEYS, such as 天気は=The weather, but this one is \"" +
          shown + "\".");
}

TEST_CASE("phrase_pairs: with bars, or a pair a line") {
  for (const char* text : {"天気は=The weather|今日の=today", "天気は＝The weather｜今日の＝today",
                           " 天気は = The weather \n\n今日の=today\n"}) {
    const std::vector<PhrasePair> pairs = phrase_pairs(text);
    REQUIRE(pairs.size() == 2);
    CHECK(pairs[0].query == "天気は");
    CHECK(pairs[0].key == "The weather");
    CHECK(pairs[1].key == "today");
  }
}

TEST_CASE("has_equals_sign: of either width") {
  CHECK(has_equals_sign("猫=cat"));
  CHECK(has_equals_sign("猫＝cat"));
  CHECK_FALSE(has_equals_sign("pairs.txt"));
}

TEST_CASE("phrase_pairs: refuses what is no pair") {
  check_pair_refused("cat", "cat");
  check_pair_refused("a=b|c=d=e", "c=d=e");
  check_pair_refused("a=", "a=");
  check_pair_refused(" =b", "=b");
  CHECK_REFUSED(phrase_pairs(" |\n"),
                "there is no pair in the alignment. Write QUERIES=KEYS, such as 天気は=The "
                "weather, with | between two pairs.");
}

TEST_CASE("phrase_pairs: more pairs than any text has are refused") {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "a=b|";
  CHECK_THROWS_WITH(phrase_pairs(many),
                    "an alignment has at most 1000 pairs, and this one has 1001.");
}

TEST_CASE("aligned_tokens: a query shares itself equally over its phrase") {
  const AlignedTokens aligned =
      aligned_tokens({"天", "気", "は", "今"}, {"The", "weather", "today"},
                     {{"天気は", "The weather"}, {"今", "today"}});
  CHECK(difference(aligned.shares, {{.5, .5, 0}, {.5, .5, 0}, {.5, .5, 0}, {0, 0, 1}}) == "");
  CHECK(aligned.missing_queries.empty());
  CHECK(aligned.missing_keys.empty());
}

TEST_CASE("aligned_tokens: every occurrence counts, on both sides") {
  const AlignedTokens twice =
      aligned_tokens({"ab", "c", "ab"}, {"x", "y", "x"}, {{"ab", "x"}, {"ab", "y"}});
  const double third = 1.0 / 3;
  CHECK(difference(twice.shares, {{third, third, third}, {0, 0, 0}, {third, third, third}}) == "");
  // A phrase that begins anew inside itself.
  CHECK(difference(aligned_tokens({"a", "b", "a", "b", "a"}, {"x"}, {{"a b a", "x"}}).shares,
                   arma::ones(5, 1)) == "");
}

TEST_CASE("aligned_tokens: part of a token is no occurrence") {
  const AlignedTokens aligned = aligned_tokens({"tired."}, {"animals", "ani", "mal"},
                                               {{"tired", "animal"}, {"tire", "mals"}});
  CHECK(difference(aligned.shares, arma::zeros(1, 3)) == "");
  CHECK(aligned.missing_queries == Phrases{"tired", "tire"});
  CHECK(aligned.missing_keys == Phrases{"mals"});
}

}  // namespace
