#include "learning/heads/key_rules.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace attn {
namespace {

// One key for each query from `first_query` on.
template <class KeyOf>
KeyRule one_key_each(arma::uword first_query, arma::uword n_tokens, KeyOf key_of) {
  KeyRule rule;
  for (arma::uword i = first_query; i < n_tokens; ++i)
    rule.push_back({.query = i, .keys = {key_of(i)}});
  return rule;
}

// Every key j ≤ i after an earlier token like that of query i; queries and keys `stride` apart.
KeyRule keys_after_the_same(const std::vector<std::uint32_t>& ids, arma::uword stride) {
  KeyRule rule;
  for (arma::uword i = 0; i < ids.size(); i += stride) {
    NamedKeys named{.query = i};
    for (arma::uword j = 1; j <= i; j += stride)
      if (ids[j - 1] == ids[i]) named.keys.push_back(j);
    if (!named.keys.empty()) rule.push_back(std::move(named));
  }
  return rule;
}

}  // namespace

KeyRule previous_keys(arma::uword n_tokens) {
  return one_key_each(1, n_tokens, [](arma::uword i) { return i - 1; });
}

KeyRule self_keys(arma::uword n_tokens) {
  return one_key_each(1, n_tokens, [](arma::uword i) { return i; });
}

KeyRule first_keys(arma::uword n_tokens) {
  return one_key_each(1, n_tokens, [](arma::uword) { return arma::uword{0}; });
}

KeyRule induction_keys(const std::vector<std::uint32_t>& ids) {
  return keys_after_the_same(ids, 1);
}

KeyRule recall_keys(const std::vector<std::uint32_t>& ids) { return keys_after_the_same(ids, 2); }

KeyRule queries_in_names(const KeyRule& rule, const std::vector<std::uint32_t>& ids,
                         const std::vector<DeterminedPlace>& determined) {
  std::set<std::uint32_t> halves;
  for (const DeterminedPlace& name : determined)
    if (name.word == Determined::name && name.place < ids.size()) halves.insert(ids[name.place]);
  KeyRule in_names;
  for (const NamedKeys& named : rule)
    if (halves.contains(ids[named.query])) in_names.push_back(named);
  return in_names;
}

KeyRule queries_that_guess(const KeyRule& rule, Determined word,
                           const std::vector<DeterminedPlace>& determined) {
  KeyRule guessing;
  for (const NamedKeys& named : rule)
    for (const DeterminedPlace& next : determined)
      if (next.word == word && next.place == named.query + 1) guessing.push_back(named);
  return guessing;
}

KeyRule referent_keys(arma::uword n_tokens, const Referent& referent, ReferentQuery query) {
  const arma::uword row = referent.pronoun + (query == ReferentQuery::next ? 1 : 0);
  if (row >= n_tokens) return {};
  return {{.query = row, .keys = {referent.antecedent}}};
}

KeyRule copy_keys(arma::uword n_tokens) {
  return one_key_each(0, n_tokens, [](arma::uword i) { return i; });
}

KeyRule reverse_keys(arma::uword n_tokens) {
  return one_key_each(0, n_tokens, [n_tokens](arma::uword i) { return n_tokens - 1 - i; });
}

KeyRule sort_keys(const std::vector<std::uint32_t>& values) {
  std::vector<std::uint32_t> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  KeyRule rule;
  for (arma::uword i = 0; i < values.size(); ++i) {
    NamedKeys named{.query = i};
    for (arma::uword j = 0; j < values.size(); ++j)
      if (values[j] == sorted[i]) named.keys.push_back(j);
    rule.push_back(std::move(named));
  }
  return rule;
}

}  // namespace attn
