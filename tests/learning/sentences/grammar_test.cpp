#include "learning/sentences/grammar.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "learning/sentences/english.hpp"
#include "learning/sentences/japanese.hpp"
#include "learning/sentences/vocabulary.hpp"
#include "support/catch.hpp"

using namespace attn;

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
  CHECK_THROWS_MATCHES(grammar_of("fr"), InputError,
                       Message("There are sentences in English (en) and Japanese (ja), but none in "
                               "fr. Choose one of the two."));
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
