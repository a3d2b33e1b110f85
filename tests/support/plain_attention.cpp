#include "support/plain_attention.hpp"

#include <cmath>

namespace attn {

PlainAttention plain_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                               const Mask& mask) {
  PlainAttention result{arma::mat(Q.n_rows, K.n_rows, arma::fill::zeros),
                        arma::mat(Q.n_rows, V.n_cols, arma::fill::zeros)};
  const long double root = std::sqrt(static_cast<long double>(Q.n_cols));
  for (arma::uword i = 0; i < Q.n_rows; ++i) {
    std::vector<long double> shares(K.n_rows, 0.0L);
    long double sum = 0.0L;
    for (arma::uword j = 0; j < K.n_rows; ++j) {
      if (!mask(i, j)) continue;
      long double score = 0.0L;
      for (arma::uword c = 0; c < Q.n_cols; ++c)
        score += static_cast<long double>(Q(i, c)) * K(j, c);
      sum += shares[j] = std::exp(score / root);
    }
    for (arma::uword j = 0; j < K.n_rows; ++j)
      if (mask(i, j)) result.weights(i, j) = static_cast<double>(shares[j] / sum);
    for (arma::uword c = 0; c < V.n_cols; ++c) {
      long double mixed = 0.0L;
      for (arma::uword j = 0; j < K.n_rows; ++j)
        if (mask(i, j)) mixed += shares[j] / sum * V(j, c);
      result.output(i, c) = static_cast<double>(mixed);
    }
  }
  return result;
}

}  // namespace attn
