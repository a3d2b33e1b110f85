#include "learning/sentences/sentences.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "learning/sentences/sentence_tables.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> drawn_patterns(
    Split split, const PatternChoices& choices, int n_draws) {
  Random random(3);
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> drawn;
  for (int i = 0; i < n_draws; ++i) {
    const Pattern pattern = draw_pattern(random, split, choices);
    drawn.insert({pattern.first, pattern.second, pattern.third});
  }
  return drawn;
}

}  // namespace

TEST_CASE("is_held_out: one pattern in five, by a rule that can be worked by hand",
          "[learning][pattern]") {
  CHECK(is_held_out({0, 0, 0}));
  CHECK(is_held_out({1, 2, 0}));        // 3 + 2
  CHECK(is_held_out({2, 0, 2}));        // 6 + 4
  CHECK_FALSE(is_held_out({1, 0, 0}));  // 3
  CHECK_FALSE(is_held_out({3, 1, 2}));  // 9 + 1 + 4 = 14
  int n_held_out = 0;
  for (std::uint32_t i = 0; i < 1000; ++i)
    n_held_out += is_held_out({i / 100, i / 10 % 10, i % 10});
  CHECK(n_held_out == 200);
}

TEST_CASE("draw_pattern: the splits share no pattern and leave none out", "[learning][pattern]") {
  const PatternChoices choices{.n_first = 4, .n_second = 4, .n_third = 3, .are_different = true};
  const auto training = drawn_patterns(Split::training, choices, 2000);
  const auto held_out = drawn_patterns(Split::held_out, choices, 2000);
  CHECK(training.size() + held_out.size() == 4 * 3 * 3);
  for (const auto& [first, second, third] : training) {
    CHECK(first != second);
    CHECK_FALSE(is_held_out({first, second, third}));
  }
  for (const auto& [first, second, third] : held_out) CHECK(is_held_out({first, second, third}));
}

TEST_CASE("draw_pattern: words of different tables may stand in the same row",
          "[learning][pattern]") {
  const auto drawn =
      drawn_patterns(Split::training, {.n_first = 3, .n_second = 3, .n_third = 1}, 500);
  CHECK(drawn.contains({1, 1, 0}));
}

TEST_CASE("draw_pattern: a split without patterns is refused", "[learning][pattern]") {
  Random random(1);
  // The only pattern is 0 0 0, which is held out.
  CHECK_THROWS_AS(draw_pattern(random, Split::training, {}), std::invalid_argument);
  CHECK_NOTHROW(draw_pattern(random, Split::held_out, {}));
}

TEST_CASE("draw_names: two people who share no half of a name", "[learning][pattern]") {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const NamePair pair = draw_names(random, Split::held_out, 5, 4);
    CHECK(pair.one.front != pair.other.front);
    CHECK(pair.one.back != pair.other.back);
    CHECK(is_held_out({pair.one.front, pair.other.front, pair.one.back}));
    CHECK(pair.other.back < 4);
  }
}

TEST_CASE("draw_other: every number but one, about equally often", "[learning][pattern]") {
  Random random(6);
  std::map<std::uint32_t, int> n_drawn;
  for (int i = 0; i < 3000; ++i) ++n_drawn[draw_other(random, 4, 2)];
  CHECK(n_drawn.size() == 3);
  CHECK_FALSE(n_drawn.contains(2));
  for (const auto& [number, n] : n_drawn) {
    CHECK(number < 4);
    CHECK(n == Approx(1000).margin(130));  // five standard deviations of √(3000 · ⅓ · ⅔)
  }
  CHECK_THROWS_AS(draw_other(random, 1, 0), std::invalid_argument);
}

TEST_CASE("draw_yes: as often as its chance", "[learning][pattern]") {
  Random random(7);
  int n_yes = 0;
  for (int i = 0; i < 10'000; ++i) n_yes += draw_yes(random, 0.7);
  CHECK(n_yes == Approx(7000).margin(230));  // five standard deviations
  CHECK_FALSE(draw_yes(random, 0.0));
  CHECK(draw_yes(random, 1.0));
}

namespace {

const Grammar* const kGrammars[] = {&english_grammar(), &japanese_grammar()};

// The words that a pattern is made of, as they stand in a sentence.
std::string pattern_of(const Grammar& grammar, const Sentence& sentence) {
  const auto word = [&](std::size_t place) {
    const std::string& found = sentence.words.at(place);
    const bool is_plural =
        found.back() == 's' &&
        grammar.words.end() != std::find(grammar.words.begin(), grammar.words.end(),
                                         found.substr(0, found.size() - 1));
    return is_plural ? found.substr(0, found.size() - 1) : found;
  };
  const std::string kind = name_in(kSentenceKinds, sentence.kind);
  const auto joined_words = [&](std::vector<std::string> words) {
    return kind + " " + joined(words, " ");
  };
  const bool is_english = grammar.language == "en";
  switch (sentence.kind) {
    case SentenceKind::reference: {
      const bool object_first = word(2) == "を";
      return is_english
                 ? joined_words({word(2), word(5), word(3)})
                 : joined_words({word(object_first ? 3 : 1), word(object_first ? 1 : 3), word(5)});
    }
    case SentenceKind::agreement:
      if (!is_english) return joined_words({word(3), word(1), word(5)});
      return word(3) == "near" ? joined_words({word(2), word(5), word(6)})
                               : joined_words({word(2), word(3)});
    case SentenceKind::names:
      return joined_words({word(1), word(4), word(2)});
    case SentenceKind::exchange:
      break;
  }
  return joined_words({word(1), word(3), word(5)});
}

}  // namespace

TEST_CASE("grammar_of: finds a language by its code", "[learning][grammar]") {
  CHECK(&grammar_of("en") == &english_grammar());
  CHECK(&grammar_of("ja") == &japanese_grammar());
  CHECK_REFUSED(grammar_of("fr"),
                "There are sentences in English (en) and Japanese (ja), but none in fr. Choose one "
                "of the two.");
}

TEST_CASE("draw_sentences: kinds come as often as their shares", "[learning][grammar]") {
  constexpr std::size_t kDraws = 10'000;
  for (const Grammar* grammar : kGrammars) {
    std::map<SentenceKind, double> n_drawn;
    for (const Sentence& sentence : draw_sentences(*grammar, kDraws, 8, Split::training))
      ++n_drawn[sentence.kind];
    double sum = 0.0;
    for (const SentenceRule& rule : grammar->rules) {
      const double deviation = std::sqrt(rule.share * (1 - rule.share) * kDraws);
      CHECK(n_drawn[rule.kind] == Approx(rule.share * kDraws).margin(5 * deviation));
      sum += rule.share;
    }
    CHECK(sum == Approx(1.0));
    CHECK(n_drawn.size() == grammar->rules.size());
  }
}

TEST_CASE("draw_sentences: a seed gives the same sentences, another one others",
          "[learning][grammar]") {
  const auto texts = [](std::uint32_t seed, std::size_t n) {
    std::vector<std::string> all;
    for (const Sentence& sentence : draw_sentences(english_grammar(), n, seed, Split::training))
      all.push_back(sentence_text(english_grammar(), sentence));
    return all;
  };
  const std::vector<std::string> ten = texts(9, 10), fewer = texts(9, 4);
  CHECK(ten == texts(9, 10));
  CHECK(ten != texts(10, 10));
  CHECK(std::equal(fewer.begin(), fewer.end(), ten.begin()));
  CHECK(texts(9, 0).empty());
}

TEST_CASE("draw_sentences: no pattern for training is ever held out", "[learning][grammar]") {
  for (const Grammar* grammar : kGrammars) {
    std::set<std::string> in_training, in_both;
    int n_marked = 0;
    for (const Sentence& sentence : draw_sentences(*grammar, 5000, 1, Split::training)) {
      n_marked += sentence.held_out;
      in_training.insert(pattern_of(*grammar, sentence));
    }
    CHECK(n_marked == 0);
    for (const Sentence& sentence : draw_sentences(*grammar, 1000, 1, Split::held_out)) {
      n_marked += sentence.held_out;
      const std::string pattern = pattern_of(*grammar, sentence);
      if (in_training.contains(pattern)) in_both.insert(pattern);
    }
    CHECK(n_marked == 1000);
    CHECK(in_both == std::set<std::string>{});
    CHECK(in_training.size() > 500);
  }
}

TEST_CASE("draw_sentences: a determined word is the only one that can follow",
          "[learning][grammar]") {
  for (const Grammar* grammar : kGrammars) {
    // What came after each beginning, and the beginnings that are said to leave no choice.
    std::map<std::string, std::set<std::string>> followed;
    std::set<std::string> decided;
    std::set<Determined> kinds;
    for (const Split split : {Split::training, Split::held_out})
      for (const Sentence& sentence : draw_sentences(*grammar, 3000, 12, split)) {
        std::vector<std::string> beginnings{""};
        for (std::size_t i = 1; i < sentence.words.size(); ++i) {
          followed[beginnings.back()].insert(sentence.words[i]);
          beginnings.push_back(beginnings.back() + " " + sentence.words[i]);
        }
        for (const DeterminedPlace& determined : sentence.determined) {
          decided.insert(beginnings.at(determined.place - 1));
          kinds.insert(determined.word);
        }
      }
    std::string faults;
    for (const std::string& beginning : decided)
      if (followed.at(beginning).size() != 1) faults += "\n" + beginning;
    CHECK(faults == "");
    CHECK(kinds.size() == 5);  // English has no counters, and それ is the same for many
  }
}

TEST_CASE("draw_sentences: a grammar uses all its words, each in training, and no others",
          "[learning][grammar]") {
  for (const Grammar* grammar : kGrammars) {
    std::set<std::string> used, used_in_training, starts;
    std::size_t n_longest = 0;
    for (const Split split : {Split::training, Split::held_out})
      for (const Sentence& sentence : draw_sentences(*grammar, 2000, 13, split)) {
        starts.insert(sentence.words.front());
        used.insert(sentence.words.begin() + 1, sentence.words.end());
        if (split == Split::training)
          used_in_training.insert(sentence.words.begin() + 1, sentence.words.end());
        n_longest = std::max(n_longest, sentence.words.size());
      }
    CHECK(used == std::set<std::string>(grammar->words.begin(), grammar->words.end()));
    CHECK(used.size() == grammar->words.size());  // none stands there twice
    CHECK(used_in_training == used);
    CHECK(starts == std::set<std::string>{kStartWord});
    CHECK(n_longest == grammar->n_longest);
    CHECK_NOTHROW(Vocabulary(grammar->words));
  }
}

TEST_CASE("sentence_text: spaces as a person sets them", "[learning][grammar]") {
  Sentence sentence;
  sentence.words = {"<s>", "Mia", "met", "Tom", ".", "Tom", "left", "."};
  CHECK(sentence_text(english_grammar(), sentence) == "Mia met Tom. Tom left.");
  sentence.words = {"<s>", "犬", "が", "寝た", "。"};
  CHECK(sentence_text(japanese_grammar(), sentence) == "犬が寝た。");
}

TEST_CASE("Vocabulary: special words first, then the others in their order",
          "[learning][vocabulary]") {
  const Vocabulary vocabulary({"cat", "sat"});
  CHECK(vocabulary.words() == std::vector<std::string>{"<pad>", "<s>", "cat", "sat"});
  CHECK(vocabulary.size() == 4);
  CHECK(vocabulary.id("<pad>") == Vocabulary::kPadding);
  CHECK(vocabulary.id("<s>") == Vocabulary::kStart);
  CHECK(vocabulary.id("sat") == 3);
  CHECK(vocabulary.word(3) == "sat");
  CHECK(vocabulary.knows("cat"));
  CHECK_FALSE(vocabulary.knows("Cat"));
  CHECK_THROWS_AS(vocabulary.word(4), std::out_of_range);
}

TEST_CASE("Vocabulary: a word that comes twice is refused", "[learning][vocabulary]") {
  CHECK_THROWS_AS(Vocabulary({"cat", "sat", "cat"}), std::invalid_argument);
  CHECK_THROWS_AS(Vocabulary({"<s>"}), std::invalid_argument);
}

TEST_CASE("ids: the words of a sentence that the grammar knows", "[learning][vocabulary]") {
  const Vocabulary vocabulary(english_grammar().words);
  const std::vector<std::string> words{"<s>", "the", "cat", "sat", "because", "it", "was", "tired"};
  const std::vector<std::uint32_t> ids = vocabulary.ids(words);
  REQUIRE(ids.size() == words.size());
  for (std::size_t i = 0; i < words.size(); ++i) CHECK(vocabulary.word(ids[i]) == words[i]);
  CHECK(vocabulary.ids({}).empty());
}

TEST_CASE("id: an unknown Japanese word is refused with one that was meant",
          "[learning][vocabulary]") {
  const Vocabulary vocabulary(japanese_grammar().words);
  for (const auto& [typed, meant] : {std::pair("ネコ", "猫"),
                                     {"ねこ", "猫"},
                                     {"太朗", "太郎"},
                                     {"花男", "花子"},
                                     {"起こす", "起こした"},
                                     {"走る", "走った"},
                                     {"会う", "会った"},
                                     {"起きた", "起こした"},
                                     {"驚かした", "驚かせた"}})
    CHECK_REFUSED(vocabulary.id(typed), std::string("The model knows 70 words, and \"") + typed +
                                            "\" is none of them. Did you mean \"" + meant + "\"?");
  for (const std::string typed : {"毛", "食べた", "学校", "わたし"})
    CHECK_REFUSED(vocabulary.id(typed),
                  "The model knows 70 words, and \"" + typed +
                      "\" is none of them. Write the sentence with words that it has learned.");
  // Read so in Japanese, but this model does not know it.
  CHECK_REFUSED(Vocabulary({"犬"}).id("ねこ"),
                "The model knows 1 words, and \"ねこ\" is none of them. Write the sentence with "
                "words that it has learned.");
}

TEST_CASE("id: an unknown word is refused with one that looks like it", "[learning][vocabulary]") {
  const Vocabulary vocabulary(english_grammar().words);
  CHECK_REFUSED(vocabulary.id("tyred"),
                "The model knows 86 words, and \"tyred\" is none of them. Did you mean \"tired\"?");
  CHECK_REFUSED(vocabulary.id("The"),
                "The model knows 86 words, and \"The\" is none of them. Did you mean \"the\"?");
  CHECK_REFUSED(vocabulary.id("MIA"),
                "The model knows 86 words, and \"MIA\" is none of them. Did you mean \"Mia\"?");
  CHECK_REFUSED(vocabulary.id("elephant"),
                "The model knows 86 words, and \"elephant\" is none of them. Write the sentence "
                "with words that it has learned.");
  // <s> looks like it, but is no word to write.
  CHECK_REFUSED(Vocabulary({"because"}).id("<S>"),
                "The model knows 1 words, and \"<S>\" is none of them. Write the sentence with "
                "words that it has learned.");
}

TEST_CASE("padded_ids: one sentence after another, filled up", "[learning][vocabulary]") {
  const Vocabulary vocabulary({"cat", "sat", "."});
  Sentence longer, shorter;
  longer.words = {"<s>", "cat", "sat", "."};
  shorter.words = {"<s>", "sat"};
  CHECK(vocabulary.padded_ids({longer, shorter}, 5) ==
        std::vector<std::uint32_t>{1, 2, 3, 4, 0, 1, 3, 0, 0, 0});
  CHECK(vocabulary.padded_ids({longer}, 4) == std::vector<std::uint32_t>{1, 2, 3, 4});
  CHECK(vocabulary.padded_ids({}, 5).empty());
  CHECK_THROWS_AS(vocabulary.padded_ids({longer}, 3), std::invalid_argument);
}
