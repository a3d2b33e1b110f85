#pragma once

#include "base/named.hpp"
#include "data/random/random.hpp"

namespace attn {

/// How weights start before any training.
struct WeightInit {
  enum class Kind {
    factor,  ///< normal numbers times a factor
    xavier,  ///< even in ±√(6 / (fan_in + fan_out)); biases are 0
    torch    ///< even in ±1/√fan_in, biases as well: what PyTorch's nn.Linear does by itself
  } kind = Kind::factor;
  double factor = 0.1;  ///< with Kind::factor
};

/// The kinds that have a name; a factor is typed as a number.
inline constexpr Named<WeightInit::Kind> kWeightInits[] = {{WeightInit::Kind::xavier, "xavier"},
                                                           {WeightInit::Kind::torch, "torch"}};

/// How far from 0 the numbers of a weight of (fan_in × fan_out) may lie. Their variance is a third
/// of its square.
///
///     xavier  √(6 / (fan_in + fan_out))     torch  1/√fan_in
///
/// Errors:  std::invalid_argument for Kind::factor, whose numbers have no bound.
/// Source:  Glorot and Bengio 2010, eq. (16); PyTorch, torch.nn.Linear.
double init_bound(const WeightInit& init, arma::uword fan_in, arma::uword fan_out);

/// The variance of one component of a query, if X's numbers have mean 0 and variance 1 and there is
/// no bias: fan_in times the variance of a weight. The standard deviation of scores divided by √d_k
/// is the same number where queries and keys start alike.
///
///     fan_in bound² / 3, or fan_in factor²
double projected_variance(const WeightInit& init, arma::uword fan_in, arma::uword fan_out);

/// Some columns of a weight of (fan_in × fan_out), or all: `n_cols` of them.
///
/// Shapes:  (fan_in × n_cols)
arma::mat initial_weight(Random& random, const WeightInit& init, arma::uword fan_in,
                         arma::uword fan_out, arma::uword n_cols);

/// The bias that such a layer starts with.
///
/// Shapes:  (1 × fan_out)
arma::mat initial_bias(Random& random, const WeightInit& init, arma::uword fan_in,
                       arma::uword fan_out);

}  // namespace attn
