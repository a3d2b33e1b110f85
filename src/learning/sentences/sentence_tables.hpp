#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/random/random.hpp"
#include "learning/sentences/sentences.hpp"

namespace attn {

/// English: animals that wake each other because "it" barked, cars near dogs that stopped because
/// "it" was old, people with two names, and gifts. Words are lower case but for names, and a full
/// stop is a word.
const Grammar& english_grammar();

/// Japanese: animals that wake each other because それ barked, what there is in a garden, counted
/// with its counter, people with two names, and gifts. A particle is a word, and so is 。.
const Grammar& japanese_grammar();

/// The word of japanese_grammar() that is read so: 猫 for "ねこ" and "ネコ". "" if there is none.
std::string word_read_as(std::string_view kana);

/// Whether both words begin with the same kanji and go on in hiragana: forms of one word do, such
/// as 走る and 走った, and so may related words, such as 起きる and 起こした.
bool share_kanji_before_hiragana(std::string_view word, std::string_view other);

/// Writes a sentence from its first word to its last, and notes places on the way, so that no place
/// is counted by hand.
class SentenceWriter {
 public:
  SentenceWriter(SentenceKind kind, bool held_out) {
    sentence_.kind = kind;
    sentence_.held_out = held_out;
  }

  /// Adds a word. Returns its place.
  std::size_t add(std::string word) {
    sentence_.words.push_back(std::move(word));
    return sentence_.words.size() - 1;
  }

  /// Adds words of which nothing is to be remembered.
  void add_all(std::initializer_list<const char*> words) {
    for (const char* word : words) add(word);
  }

  /// Adds a word that those before it determine. Returns its place.
  std::size_t add_determined(Determined what, std::string word) {
    sentence_.determined.push_back({what, sentence_.words.size()});
    return add(std::move(word));
  }

  void refer(const Referent& referent) { sentence_.referent = referent; }

  Sentence finished() && { return std::move(sentence_); }

 private:
  Sentence sentence_;
};

/// How many rows a table has, as a number to draw below.
template <class Row, std::size_t n>
constexpr std::uint32_t n_rows(const Row (&)[n]) {
  return static_cast<std::uint32_t>(n);
}

/// A row of a table, each equally likely.
template <class Row, std::size_t n>
const Row& one_of(Random& random, const Row (&table)[n]) {
  return table[random.below(n_rows(table))];
}

/// Adds a word, unless it is there: some words stand in several tables.
inline void add_once(std::vector<std::string>& words, const std::string& word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

/// Adds the words of a table.
template <std::size_t n>
void add_table(std::vector<std::string>& words, const char* const (&table)[n]) {
  for (const char* word : table) add_once(words, word);
}

}  // namespace attn
