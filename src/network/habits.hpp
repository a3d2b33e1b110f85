// What heads do: the keys that each habit would have a query look at, and how much weight lies
// there.
#pragma once

#include <armadillo>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/named.hpp"

namespace attn {

/// What a head may be seen to do: to give its weights W(i, j), of query i and key j from 0, to some
/// keys alone. t are the tokens. Entropy is none of those things, but measured beside them.
///
///     referent   the noun that the pronoun i stands for
///     recall     j < i odd and i even with t(j−1) = t(i): the value of the same key
///     copy       i                         reverse  n−1−i       sort  the i-th smallest
///     previous   i−1                       i ≥ 1
///     first      0                         i ≥ 1
///     self       i                         i ≥ 1
///     next       i+1                       i < n−1, where a query sees what follows
///     same       j < i with t(j) = t(i)
///     induction  1 ≤ j ≤ i with t(j−1) = t(i): what followed the token before
///     separator  j with t(j) a separator ([SEP], </s>)
///     entropy    −Σ W ln W / ln(number of open keys), where there are two or more
enum class Habit {
  referent,
  recall,
  copy,
  reverse,
  sort,
  previous,
  first,
  self,
  next,
  same,
  induction,
  separator,
  entropy,
  none
};

inline constexpr Named<Habit> kHabits[] = {
    {Habit::referent, "referent"},   {Habit::recall, "recall"},
    {Habit::copy, "copy"},           {Habit::reverse, "reverse"},
    {Habit::sort, "sort"},           {Habit::previous, "previous"},
    {Habit::first, "first"},         {Habit::self, "self"},
    {Habit::next, "next"},           {Habit::same, "same"},
    {Habit::induction, "induction"}, {Habit::separator, "separator"},
    {Habit::entropy, "entropy"},     {Habit::none, "none"}};

/// The row of a habit, for a table of some of them.
constexpr Named<Habit> habit_row(Habit habit) { return {habit, name_in(kHabits, habit)}; }

/// The keys that a habit would have a query look at: at least one.
struct NamedKeys {
  arma::uword query = 0;
  std::vector<arma::uword> keys{};

  bool operator==(const NamedKeys&) const = default;
};

/// What a habit says of each query of a sequence. Queries of which it says nothing are left out.
using KeyRule = std::vector<NamedKeys>;

/// One key for each query from `first_query` on.
template <class KeyOf>
KeyRule one_key_each(arma::uword first_query, arma::uword n_tokens, const KeyOf& key_of) {
  KeyRule rule;
  for (arma::uword i = first_query; i < n_tokens; ++i)
    rule.push_back({.query = i, .keys = {key_of(i)}});
  return rule;
}

/// One back: key i − 1 for each query i ≥ 1.
KeyRule previous_keys(arma::uword n_tokens);

/// Itself: key i for each query i ≥ 1. The first has no choice under a causal mask.
KeyRule self_keys(arma::uword n_tokens);

/// The first: key 0 for each query i ≥ 1.
KeyRule first_keys(arma::uword n_tokens);

/// What followed when this token came before: each key j from 1 to i with t(j − 1) = t(i), for each
/// query i that has one.
///
/// Shapes:  ids n
/// Source:  the prefix-matching of induction heads, Olsson et al. 2022.
KeyRule induction_keys(const std::vector<std::uint32_t>& ids);

/// The values of a key in a stream key, value, key, value, …: each odd j below i with t(j − 1) =
/// t(i), for each even i that has one.
///
/// Shapes:  ids n
KeyRule recall_keys(const std::vector<std::uint32_t>& ids);

/// The same sequence: key i for each query i.
KeyRule copy_keys(arma::uword n_tokens);

/// The sequence backwards: key n − 1 − i for each query i.
KeyRule reverse_keys(arma::uword n_tokens);

/// The sequence in order: each key whose value is the i-th smallest, for each query i.
///
/// Shapes:  values n
KeyRule sort_keys(const std::vector<std::uint32_t>& values);

/// How much weight a head puts on the keys of a rule, summed over queries, so that the sums of
/// several sequences can be added.
struct HeadMeasure {
  double weight = 0.0;     ///< Σ over queries of Σ over their keys of W(i, j)
  double even = 0.0;       ///< the same of even attention, over the same queries
  arma::uword n_rows = 0;  ///< queries that have such a key

  /// 0 where there are no rows.
  double mean() const { return n_rows == 0 ? 0.0 : weight / static_cast<double>(n_rows); }
  double even_mean() const { return n_rows == 0 ? 0.0 : even / static_cast<double>(n_rows); }

  HeadMeasure& operator+=(const HeadMeasure& other);
};

/// The measures of one head; those that were not taken have no rows.
struct HeadMeasures {
  HeadMeasure& operator[](Habit habit) { return of[static_cast<std::size_t>(habit)]; }
  const HeadMeasure& operator[](Habit habit) const { return of[static_cast<std::size_t>(habit)]; }

  HeadMeasures& operator+=(const HeadMeasures& other);

  std::array<HeadMeasure, static_cast<std::size_t>(Habit::none)> of{};  ///< by habit, none left out
  HeadMeasure choice{};  ///< beside Habit::referent: referent_choice
};

}  // namespace attn
