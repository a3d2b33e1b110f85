#pragma once

#include <cstdint>

#include "data/random/random.hpp"

namespace attn {

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

}  // namespace attn
