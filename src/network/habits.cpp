#include "network/habits.hpp"

#include <algorithm>

namespace attn {

namespace {

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

HeadMeasure& HeadMeasure::operator+=(const HeadMeasure& other) {
  weight += other.weight;
  even += other.even;
  n_rows += other.n_rows;
  return *this;
}

HeadMeasures& HeadMeasures::operator+=(const HeadMeasures& other) {
  for (std::size_t i = 0; i < of.size(); ++i) of[i] += other.of[i];
  choice += other.choice;
  return *this;
}

}  // namespace attn
