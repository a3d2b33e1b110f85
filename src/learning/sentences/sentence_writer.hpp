#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "learning/sentences/sentence.hpp"

namespace attn {

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

}  // namespace attn
