#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/random/random.hpp"

namespace attn {

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
