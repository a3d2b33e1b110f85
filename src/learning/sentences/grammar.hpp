#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "learning/sentences/pattern.hpp"
#include "learning/sentences/sentence.hpp"

namespace attn {

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

}  // namespace attn
