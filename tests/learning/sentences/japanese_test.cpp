#include "learning/sentences/japanese.hpp"

#include <map>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "support/catch.hpp"

using namespace attn;

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
