#include "learning/sentences/sentence_tables.hpp"

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// The sentences of one kind, of both splits, as a person writes them.
std::vector<Sentence> english_of(SentenceKind kind) {
  std::vector<Sentence> found;
  for (const Split split : {Split::training, Split::held_out})
    for (Sentence& sentence : draw_sentences(english_grammar(), 600, 11, split))
      if (sentence.kind == kind) found.push_back(std::move(sentence));
  REQUIRE(found.size() > 30);
  return found;
}

// What a pattern catches in a sentence; the whole sentence first.
std::smatch caught(const std::string& text, const char* pattern) {
  std::smatch match;
  INFO(text);
  REQUIRE(std::regex_match(text, match, std::regex(pattern)));
  return match;
}

std::string word_at(const Sentence& sentence, std::size_t place) {
  return sentence.words.at(place);
}

// "cats" and "cat" as "cat": no noun of the grammar ends in s by itself.
std::string without_s(const std::string& noun) {
  return noun.back() == 's' ? noun.substr(0, noun.size() - 1) : noun;
}

}  // namespace

TEST_CASE("english_grammar: a seed gives these sentences on every platform",
          "[learning][english]") {
  const std::vector<Sentence> sentences = draw_sentences(english_grammar(), 6, 1, Split::training);
  std::vector<std::string> texts;
  for (const Sentence& sentence : sentences)
    texts.push_back(sentence_text(english_grammar(), sentence));
  CHECK(texts == std::vector<std::string>{"the lion ran because it was hungry.",
                                          "the frog heard the cow because it mooed.",
                                          "the frog near the lamps hid because it was hungry.",
                                          "the cat scared the duck because it purred.",
                                          "the cow woke the dogs because it mooed.",
                                          "the cats noticed the duck because it quacked."});
}

TEST_CASE("english_grammar: the verb of \"it\" is the sound of the noun that made it",
          "[learning][english]") {
  const std::map<std::string, std::string> sounds{
      {"cat", "purred"}, {"dog", "barked"},   {"bird", "sang"},    {"horse", "neighed"},
      {"cow", "mooed"},  {"frog", "croaked"}, {"duck", "quacked"}, {"lion", "roared"}};
  for (const Sentence& sentence : english_of(SentenceKind::reference)) {
    const std::string text = sentence_text(english_grammar(), sentence);
    const std::smatch match = caught(
        text, R"(the (\w+) (woke|scared|heard|noticed) the (\w+) because (it|they) (\w+)\.)");
    const bool is_subject = match[2] == "woke" || match[2] == "scared";
    const std::string right = is_subject ? match[1] : match[3];
    const std::string wrong = is_subject ? match[3] : match[1];
    CHECK(match[5] == sounds.at(without_s(right)));
    CHECK(without_s(right) != without_s(wrong));
    CHECK((match[4] == "they") == (right != without_s(right)));

    REQUIRE(sentence.referent);
    CHECK(word_at(sentence, sentence.referent->antecedent) == right);
    REQUIRE(sentence.referent->other);
    CHECK(word_at(sentence, *sentence.referent->other) == wrong);
    CHECK(word_at(sentence, sentence.referent->pronoun) == match[4]);
    CHECK(sentence.referent->numbers_differ == ((right.back() == 's') != (wrong.back() == 's')));
  }
}

TEST_CASE("english_grammar: \"it\" and \"was\" agree with the noun further back",
          "[learning][english]") {
  int n_without_other = 0;
  const std::vector<Sentence> sentences = english_of(SentenceKind::agreement);
  for (const Sentence& sentence : sentences) {
    const std::string text = sentence_text(english_grammar(), sentence);
    const std::smatch match =
        caught(text, R"(the (\w+)( near the (\w+))? (\w+) because (it was|they were) (\w+)\.)");
    const std::string noun = match[1];
    CHECK((match[5] == "they were") == (noun.back() == 's'));
    const bool is_thing = std::regex_match(noun, std::regex("(car|boat|lamp|clock)s?"));
    CHECK(is_thing == std::regex_match(match[4].str(), std::regex("fell|stopped|broke|shook")));
    CHECK(is_thing == std::regex_match(match[6].str(), std::regex("old|heavy|wet|loose")));

    REQUIRE(sentence.referent);
    CHECK(word_at(sentence, sentence.referent->antecedent) == noun);
    CHECK(sentence.referent->other.has_value() == match[2].matched);
    if (sentence.referent->other) {
      CHECK(word_at(sentence, *sentence.referent->other) == match[3]);
      CHECK(without_s(match[3]) != without_s(noun));
      CHECK(sentence.referent->numbers_differ ==
            ((match[3].str().back() == 's') != (noun.back() == 's')));
    }
    n_without_other += !match[2].matched;
  }
  CHECK(n_without_other > 0.2 * static_cast<double>(sentences.size()));
  CHECK(n_without_other < 0.4 * static_cast<double>(sentences.size()));
}

TEST_CASE("english_grammar: full names come again whole, in either order", "[learning][english]") {
  int n_same_order = 0, n = 0;
  for (const Sentence& sentence : english_of(SentenceKind::names)) {
    const std::string text = sentence_text(english_grammar(), sentence);
    const std::smatch match =
        caught(text, R"((\w+ \w+) met (\w+ \w+)\. (\w+ \w+) (\w+)\. (\w+ \w+) (\w+)\.)");
    CHECK(match[1] != match[2]);
    const bool same_order = match[3] == match[1];
    CHECK(match[3] == (same_order ? match[1] : match[2]));
    CHECK(match[5] == (same_order ? match[2] : match[1]));
    CHECK_FALSE(sentence.referent);
    n_same_order += same_order;
    ++n;
  }
  CHECK(n_same_order > n / 3);
  CHECK(n_same_order < 2 * n / 3);
}

TEST_CASE("english_grammar: who was given something thanks the giver", "[learning][english]") {
  for (const Sentence& sentence : english_of(SentenceKind::exchange)) {
    const std::string text = sentence_text(english_grammar(), sentence);
    const std::smatch match =
        caught(text, R"((\w+) gave (\w+) the (ball|book|key|cup) and (\w+) thanked (\w+)\.)");
    CHECK(match[1] != match[2]);
    CHECK(match[4] == match[2]);
    CHECK(match[5] == match[1]);
  }
}

TEST_CASE("english_grammar: \"the cat sat because it was tired\" is of it, and held out",
          "[learning][english]") {
  bool is_drawn = false;
  for (const Sentence& sentence : draw_sentences(english_grammar(), 5000, 4, Split::held_out)) {
    if (sentence_text(english_grammar(), sentence) != "the cat sat because it was tired.") continue;
    is_drawn = true;
    CHECK(sentence.kind == SentenceKind::agreement);
    CHECK(word_at(sentence, 5) == "it");
    REQUIRE(sentence.referent);
    CHECK(sentence.referent->pronoun == 5);
    CHECK(sentence.referent->antecedent == 2);
    CHECK_FALSE(sentence.referent->other);
  }
  CHECK(is_drawn);
  int n_in_training = 0;
  for (const Sentence& sentence : draw_sentences(english_grammar(), 5000, 4, Split::training))
    n_in_training += sentence_text(english_grammar(), sentence).starts_with("the cat sat");
  CHECK(n_in_training == 0);
}

namespace {

std::vector<Sentence> japanese_of(SentenceKind kind) {
  std::vector<Sentence> found;
  for (const Split split : {Split::training, Split::held_out})
    for (Sentence& sentence : draw_sentences(japanese_grammar(), 600, 11, split))
      if (sentence.kind == kind) found.push_back(std::move(sentence));
  REQUIRE(found.size() > 50);
  return found;
}

// The words of a sentence where the form has a number, after the others were found to be as in the
// form: "0 が 1 を 2 。".
std::vector<std::string> words_in(const std::string& form, const Sentence& sentence) {
  const std::vector<std::string> parts = spaced_words(form);
  INFO(sentence_text(japanese_grammar(), sentence));
  REQUIRE(sentence.words.size() == parts.size() + 1);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (are_ascii_digits(parts[i]))
      words.push_back(sentence.words[i + 1]);
    else
      CHECK(sentence.words[i + 1] == parts[i]);
  }
  return words;
}

}  // namespace

TEST_CASE("japanese_grammar: a seed gives these sentences on every platform",
          "[learning][japanese]") {
  std::vector<std::string> texts;
  for (const Sentence& sentence : draw_sentences(japanese_grammar(), 6, 2, Split::held_out))
    texts.push_back(sentence_text(japanese_grammar(), sentence));
  CHECK(texts ==
        std::vector<std::string>{
            "魚が鳥を覚えた。それが飛んだからだ。", "猫が鳥を起こした。それが鳴いたからだ。",
            "鳥が鹿を驚かせた。それが飛んだからだ。", "庭に皿が四枚ある。",
            "愛が恵に本を渡した。恵は愛に礼を言った。", "蛇を猫が驚かせた。それが鳴いたからだ。"});
}

TEST_CASE("japanese_grammar: the verb of それ is that of the noun that it stands for",
          "[learning][japanese]") {
  const std::map<std::string, std::string> verbs{
      {"犬", "吠えた"}, {"猫", "鳴いた"}, {"鳥", "飛んだ"}, {"馬", "走った"},
      {"魚", "泳いだ"}, {"蛇", "這った"}, {"虫", "光った"}, {"鹿", "跳ねた"}};
  int n_object_first = 0;
  const std::vector<Sentence> sentences = japanese_of(SentenceKind::reference);
  for (const Sentence& sentence : sentences) {
    const std::vector<std::string> words = words_in("0 1 2 3 4 。 それ が 5 から だ 。", sentence);
    const bool object_first = words[1] == "を";
    CHECK(words[1] == (object_first ? "を" : "が"));
    CHECK(words[3] == (object_first ? "が" : "を"));
    const std::string subject = words[object_first ? 2 : 0], object = words[object_first ? 0 : 2];
    const bool is_subject = words[4] == "起こした" || words[4] == "驚かせた";
    CHECK((is_subject || words[4] == "見つけた" || words[4] == "覚えた"));
    const std::string right = is_subject ? subject : object;
    CHECK(words[5] == verbs.at(right));

    REQUIRE(sentence.referent);
    CHECK(sentence.words.at(sentence.referent->pronoun) == "それ");
    CHECK(sentence.words.at(sentence.referent->antecedent) == right);
    REQUIRE(sentence.referent->other);
    CHECK(sentence.words.at(*sentence.referent->other) == (is_subject ? object : subject));
    CHECK_FALSE(sentence.referent->numbers_differ);
    n_object_first += object_first;
  }
  CHECK(n_object_first > 0.4 * static_cast<double>(sentences.size()));
  CHECK(n_object_first < 0.6 * static_cast<double>(sentences.size()));
}

TEST_CASE("japanese_grammar: what is counted decides counter and verb", "[learning][japanese]") {
  const std::map<std::string, std::string> counters{
      {"本", "冊"}, {"車", "台"}, {"紙", "枚"}, {"皿", "枚"}};
  for (const Sentence& sentence : japanese_of(SentenceKind::agreement)) {
    const std::vector<std::string> words = words_in("0 に 1 が 2 3 4 。", sentence);
    const auto counter = counters.find(words[1]);
    CHECK(words[3] == (counter == counters.end() ? "匹" : counter->second));
    CHECK(words[4] == (counter == counters.end() ? "いる" : "ある"));
  }
}

TEST_CASE("japanese_grammar: full names come again whole", "[learning][japanese]") {
  for (const Sentence& sentence : japanese_of(SentenceKind::names)) {
    const std::vector<std::string> words =
        words_in("0 1 が 2 3 に 会った 。 4 5 は 6 。 7 8 は 9 。", sentence);
    const std::string one = words[0] + words[1], other = words[2] + words[3];
    const std::string first = words[4] + words[5], second = words[7] + words[8];
    CHECK(one != other);
    CHECK((first == one || first == other));
    CHECK(second == (first == one ? other : one));
  }
}

TEST_CASE("japanese_grammar: who was given something thanks the giver", "[learning][japanese]") {
  for (const Sentence& sentence : japanese_of(SentenceKind::exchange)) {
    const std::vector<std::string> words =
        words_in("0 が 1 に 2 を 渡した 。 3 は 4 に 礼 を 言った 。", sentence);
    CHECK(words[0] != words[1]);
    CHECK(words[3] == words[1]);
    CHECK(words[4] == words[0]);
  }
}

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
