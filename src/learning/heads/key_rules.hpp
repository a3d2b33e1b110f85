#pragma once

#include <armadillo>
#include <cstdint>
#include <vector>

#include "learning/sentences/sentence.hpp"

namespace attn {

/// The keys that a habit would have a query look at: at least one.
struct NamedKeys {
  arma::uword query = 0;
  std::vector<arma::uword> keys{};

  bool operator==(const NamedKeys&) const = default;
};

/// What a habit says of each query of a sequence. Queries of which it says nothing are left out.
using KeyRule = std::vector<NamedKeys>;

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

/// What a rule says of the second halves of names alone: each of those that come again, and where
/// it came first. There a head that looks one back finds the other half.
///
/// Shapes:  ids n
KeyRule queries_in_names(const KeyRule& rule, const std::vector<std::uint32_t>& ids,
                         const std::vector<DeterminedPlace>& determined);

/// What a rule says of the queries that guess such a word alone: those right before one. Elsewhere
/// a head may have no use for the key, and rest.
KeyRule queries_that_guess(const KeyRule& rule, Determined word,
                           const std::vector<DeterminedPlace>& determined);

/// Where it is decided what the pronoun stands for.
enum class ReferentQuery {
  pronoun,  ///< at the pronoun itself
  next,     ///< at the word after it
};

/// The noun that the pronoun stands for: one query, unless it lies past the end.
KeyRule referent_keys(arma::uword n_tokens, const Referent& referent, ReferentQuery query);

/// The same sequence: key i for each query i.
KeyRule copy_keys(arma::uword n_tokens);

/// The sequence backwards: key n − 1 − i for each query i.
KeyRule reverse_keys(arma::uword n_tokens);

/// The sequence in order: each key whose value is the i-th smallest, for each query i.
///
/// Shapes:  values n
KeyRule sort_keys(const std::vector<std::uint32_t>& values);

}  // namespace attn
