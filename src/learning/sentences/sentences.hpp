// Grammars as tables: sentences with what is known of each, and words to ids.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/named.hpp"
#include "data/random/random.hpp"

namespace attn {

/// What a sentence asks of whoever guesses its words one after another.
enum class SentenceKind {
  reference,  ///< whom "it" stands for decides the verb: the cat heard the dog because it barked .
  agreement,  ///< a form follows a noun further back: the cat near the dogs sat because it was cold
              ///< .
  names,      ///< full names come again: Mia Reed met Tom Hill . Tom Hill smiled . Mia Reed left .
  exchange,   ///< two people change places: Mia gave Tom the ball and Tom thanked Mia .
};

inline constexpr Named<SentenceKind> kSentenceKinds[] = {{SentenceKind::reference, "reference"},
                                                         {SentenceKind::agreement, "agreement"},
                                                         {SentenceKind::names, "names"},
                                                         {SentenceKind::exchange, "exchange"}};

/// A word that follows from those before it, so that it can be guessed right every time.
enum class Determined {
  pronoun,  ///< "it" or "they", from the number of the noun
  verb,     ///< "barked", from the animal that "it" stands for
  be,       ///< "was" or "were"; in Japanese いる or ある
  counter,  ///< 匹, 冊, 台 or 枚, from what is counted
  name,     ///< the second half of a full name that came before
  person,   ///< which of two people it must be
};

/// A determined word and where it stands. The row before it, place − 1, is the one that guesses it.
struct DeterminedPlace {
  Determined word{};
  std::size_t place = 0;  ///< from 1
};

/// Whom a pronoun stands for, as places in the sentence.
struct Referent {
  std::size_t pronoun = 0;
  std::size_t antecedent = 0;          ///< the noun that it stands for
  std::optional<std::size_t> other{};  ///< the noun that it might stand for, but does not
  bool numbers_differ = false;         ///< one noun is plural, so "it" or "they" tells already
};

/// The word that every sentence starts with, so that its first real word is guessed, too.
inline constexpr const char* kStartWord = "<s>";

/// A sentence and what is known about it.
/// Places count its words from 0, which is <s>: they are rows and columns of attention weights.
struct Sentence {
  std::vector<std::string> words{kStartWord};
  SentenceKind kind{};
  bool held_out = false;  ///< its pattern is one that no sentence for training has
  std::optional<Referent> referent{};
  std::vector<DeterminedPlace> determined{};  ///< in their order
};

/// Which sentences are drawn: those to learn from, or those that show whether it was learned.
enum class Split { training, held_out };

/// The three words that carry a sentence, as rows of their tables: noun, noun and verb.
struct Pattern {
  std::uint32_t first = 0, second = 0, third = 0;
};

/// How many words there are for each place of a pattern.
struct PatternChoices {
  std::uint32_t n_first = 1, n_second = 1, n_third = 1;
  bool are_different = false;  ///< The first two are of one table, and never the same word.
};

/// Whether no sentence for training has this pattern. A grammar repeats its sentences, so a
/// sentence is new to a model only if the combination of its words is. Each word stays in training.
///
///     (3 first + second + 2 third) mod 5 = 0
bool is_held_out(const Pattern& pattern);

/// One of the patterns of this split, each equally likely.
///
/// Errors:  std::invalid_argument if there is none, which only our own code can cause.
Pattern draw_pattern(Random& random, Split split, const PatternChoices& choices);

/// Two people with full names, no half of which they share: rows of two tables.
struct NamePair {
  struct FullName {
    std::uint32_t front = 0, back = 0;
  } one, other;
};

/// Two people. Their pattern is both fronts and the back of one.
///
/// Errors:  std::invalid_argument if there are no two of each half, as only our own code can cause.
NamePair draw_names(Random& random, Split split, std::uint32_t n_fronts, std::uint32_t n_backs);

/// Another whole number below n than this one, all equally likely.
///
/// Errors:  std::invalid_argument if n is below 2, which only our own code can cause.
std::uint32_t draw_other(Random& random, std::uint32_t n, std::uint32_t than);

/// Yes with this chance, which is from 0 to 1.
bool draw_yes(Random& random, double chance = 0.5);

/// A kind of sentence in one language: how often it comes, and what writes one.
struct SentenceRule {
  SentenceKind kind{};
  double share = 0.0;  ///< of all sentences; those of a grammar sum to 1
  Sentence (*write)(Random&, Split) = nullptr;
};

/// Sentences of one language for small models to learn from.
struct Grammar {
  std::string language{};  ///< its code, "en" or "ja"
  std::array<SentenceRule, 4> rules{};
  std::vector<std::string> words{};  ///< all that it uses, each once, in the order of its tables
  std::size_t n_longest = 0;         ///< words of its longest sentence, <s> included

  bool has_spaces() const { return language != "ja"; }  ///< between words
};

/// The grammar of a language: english_grammar or japanese_grammar.
///
/// Errors:  InputError if there is none.
const Grammar& grammar_of(std::string_view language);

/// Sentences in the mix of the grammar, the same for a seed on every platform. Those of the two
/// splits have no pattern in common, whatever their seeds; within a split, sentences come again.
std::vector<Sentence> draw_sentences(const Grammar& grammar, std::size_t n_sentences,
                                     std::uint32_t seed, Split split);

/// A sentence as a person writes it: without <s>, and without spaces where the language has none.
std::string sentence_text(const Grammar& grammar, const Sentence& sentence);

/// What fills a row up after the end of a sentence.
inline constexpr const char* kPaddingWord = "<pad>";

/// The words that a model knows, and the id of each: its row of the embeddings.
/// Ids 0 and 1 are <pad> and <s>; the others follow in the order they were given.
class Vocabulary {
 public:
  static constexpr std::uint32_t kPadding = 0, kStart = 1;

  /// Errors:  std::invalid_argument if a word comes twice or is <pad> or <s>, which only our own
  ///          code can cause.
  explicit Vocabulary(const std::vector<std::string>& words);

  std::size_t size() const { return words_.size(); }
  bool knows(std::string_view word) const;

  /// Errors:  std::out_of_range if there is no such id.
  const std::string& word(std::uint32_t id) const { return words_.at(id); }

  /// All words by id, <pad> and <s> included.
  const std::vector<std::string>& words() const { return words_; }

  /// The id of a word. Capitals count.
  ///
  /// Errors:  InputError if the word is not known, with one that is and looks like it.
  std::uint32_t id(std::string_view word) const;

  /// The ids of words, in their order.
  ///
  /// Errors:  as id
  std::vector<std::uint32_t> ids(const std::vector<std::string>& words) const;

 private:
  std::vector<std::string> words_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace attn
