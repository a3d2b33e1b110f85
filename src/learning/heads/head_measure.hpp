#pragma once

#include <armadillo>
#include <vector>

#include "learning/heads/key_rules.hpp"

namespace attn {

/// The keys that a query may attend to.
enum class Sight {
  causal,  ///< itself and those before it
  all,
};

/// Attention that makes no difference between the keys that a query may attend to.
///
///     E(i, j) = 1 / (i + 1) for j ≤ i (causal), or 1 / n for all j
///
/// Shapes:  (n × n)
arma::mat even_attention(arma::uword n_tokens, Sight sight);

/// How much weight a head puts on the keys of a rule, summed over queries, so that the sums of
/// several sequences can be added.
struct HeadMeasure {
  double weight = 0.0;     ///< Σ over queries of Σ over their keys of W(i, j)
  double even = 0.0;       ///< the same of even attention, over the same queries
  arma::uword n_rows = 0;  ///< queries that have such a key

  /// weight / n_rows; 0 where there are no rows.
  double mean() const;
  /// even / n_rows; 0 where there are no rows.
  double even_mean() const;

  HeadMeasure& operator+=(const HeadMeasure& other);
};

/// A rule applied to the weights of one head over one sequence, which has no padding.
///
/// Shapes:  W (n × n)
/// Errors:  std::invalid_argument if W is not square or the rule names a place outside it, which
///          only our own code can cause.
HeadMeasure head_measure(const arma::mat& W, const KeyRule& rule, Sight sight = Sight::causal);

/// How often the noun that a pronoun stands for gets more weight than the other noun: 1 or 0 for
/// this one pronoun, and ½ where both get the same, as by even attention. No row where there is no
/// other noun, or where the query lies past the end.
///
/// Shapes:  W (n × n)
/// Errors:  as head_measure
HeadMeasure referent_choice(const arma::mat& W, const Referent& referent, ReferentQuery query);

}  // namespace attn
