#include "core/softmax_slopes.hpp"

namespace attn {

arma::vec softmax_jacobian_norms(const arma::mat& A) {
  const arma::mat squares = A % A;
  const arma::vec sum_of_squares = arma::sum(squares, 1);
  arma::vec norms = sum_of_squares - 2.0 * arma::sum(squares % A, 1);
  norms += sum_of_squares % sum_of_squares;
  return arma::sqrt(arma::clamp(norms, 0.0, arma::datum::inf));  // rounding may fall below 0
}

}  // namespace attn
