#include "learning/sentences/english.hpp"

#include <map>
#include <regex>
#include <string>
#include <vector>

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
