#include "core/rms_norm.hpp"

#include "base/message.hpp"
#include "core/shape.hpp"

namespace attn {

arma::mat rms_normed(const arma::mat& X, const arma::rowvec& gain, double epsilon) {
  require_shape(translated("the gain (one for each column)"), 1, gain.n_elem, 1, X.n_cols);
  arma::mat result = X;
  for (arma::uword i = 0; i < X.n_rows; ++i)
    result.row(i) = X.row(i) / std::sqrt(arma::mean(arma::square(X.row(i))) + epsilon) % gain;
  return result;
}

}  // namespace attn
