#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"

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

inline constexpr Named<Determined> kDeterminedWords[] = {
    {Determined::pronoun, "pronoun"}, {Determined::verb, "verb"}, {Determined::be, "be"},
    {Determined::counter, "counter"}, {Determined::name, "name"}, {Determined::person, "person"}};

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

}  // namespace attn
