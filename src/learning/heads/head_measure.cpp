#include "learning/heads/head_measure.hpp"

#include <stdexcept>

namespace attn {
namespace {

// Σ over the queries of a rule of Σ over their keys of W(i, j).
double weight_on(const arma::mat& W, const KeyRule& rule) {
  double sum = 0.0;
  for (const NamedKeys& named : rule)
    for (const arma::uword key : named.keys) sum += W(named.query, key);
  return sum;
}

void require_places_of(const arma::mat& W, const KeyRule& rule) {
  if (!W.is_square()) throw std::invalid_argument("head_measure: weights must be square");
  for (const NamedKeys& named : rule)
    for (const arma::uword key : named.keys)
      if (named.query >= W.n_rows || key >= W.n_cols)
        throw std::invalid_argument("head_measure: a rule names a place outside the weights");
}

}  // namespace

arma::mat even_attention(arma::uword n_tokens, Sight sight) {
  arma::mat E(n_tokens, n_tokens, arma::fill::zeros);
  for (arma::uword i = 0; i < n_tokens; ++i) {
    const arma::uword n_seen = sight == Sight::causal ? i + 1 : n_tokens;
    E.row(i).head(n_seen).fill(1.0 / static_cast<double>(n_seen));
  }
  return E;
}

double HeadMeasure::mean() const {
  return n_rows == 0 ? 0.0 : weight / static_cast<double>(n_rows);
}

double HeadMeasure::even_mean() const {
  return n_rows == 0 ? 0.0 : even / static_cast<double>(n_rows);
}

HeadMeasure& HeadMeasure::operator+=(const HeadMeasure& other) {
  weight += other.weight;
  even += other.even;
  n_rows += other.n_rows;
  return *this;
}

HeadMeasure head_measure(const arma::mat& W, const KeyRule& rule, Sight sight) {
  require_places_of(W, rule);
  return {.weight = weight_on(W, rule),
          .even = weight_on(even_attention(W.n_rows, sight), rule),
          .n_rows = rule.size()};
}

HeadMeasure referent_choice(const arma::mat& W, const Referent& referent, ReferentQuery query) {
  if (!referent.other) return {};
  const KeyRule right = referent_keys(W.n_rows, referent, query);
  if (right.empty()) return {};
  const KeyRule wrong{{.query = right.front().query, .keys = {*referent.other}}};
  require_places_of(W, right);
  require_places_of(W, wrong);
  const double difference = weight_on(W, right) - weight_on(W, wrong);
  return {.weight = difference > 0.0   ? 1.0
                    : difference < 0.0 ? 0.0
                                       : 0.5,
          .even = 0.5,
          .n_rows = 1};
}

}  // namespace attn
