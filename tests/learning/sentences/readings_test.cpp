#include "learning/sentences/readings.hpp"

#include "learning/sentences/japanese.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("word_read_as: in hiragana and in katakana", "[learning][readings]") {
  CHECK(word_read_as("ねこ") == "猫");
  CHECK(word_read_as("ネコ") == "猫");
  CHECK(word_read_as("はしった") == "走った");
  CHECK(word_read_as("ハナこ") == "花子");
  CHECK(word_read_as("ヘビ") == "蛇");
}

TEST_CASE("word_read_as: nothing else has a reading", "[learning][readings]") {
  for (const char* kana : {"", "ね", "ねこね", "猫", "neko", "ー", "\xe3\x83", "\xff"})
    CHECK(word_read_as(kana) == "");
}

TEST_CASE("word_read_as: words of the grammar alone", "[learning][readings]") {
  const std::vector<std::string>& words = japanese_grammar().words;
  std::size_t n_read = 0;
  for (const char* kana :
       {"いぬ", "うま", "さかな", "むし", "しか", "とんだ", "ないた", "ひかった", "おどろかせた",
        "にわ", "たなか", "まこと", "くみ", "ねた", "かえった"}) {
    CAPTURE(kana);
    n_read += std::count(words.begin(), words.end(), word_read_as(kana));
  }
  CHECK(n_read == 15);
}

TEST_CASE("share_kanji_before_hiragana: the same kanji, then hiragana", "[learning][readings]") {
  CHECK(share_kanji_before_hiragana("走る", "走った"));
  CHECK(share_kanji_before_hiragana("起きる", "起こした"));
  CHECK_FALSE(share_kanji_before_hiragana("走る", "跳ねた"));
  CHECK_FALSE(share_kanji_before_hiragana("森林", "森の"));
  CHECK_FALSE(share_kanji_before_hiragana("森", "森の"));
  CHECK_FALSE(share_kanji_before_hiragana("する", "すむ"));
  CHECK_FALSE(share_kanji_before_hiragana("", ""));
}
