#include "core/stationary.hpp"

#include "base/message.hpp"

namespace attn {

std::optional<arma::rowvec> stationary_distribution(const arma::mat& A) {
  if (A.n_rows != A.n_cols || A.is_empty())
    throw InputError(
        message("a walk from token to token needs as many keys as queries, but there "
                "are {} queries and {} keys.",
                A.n_rows, A.n_cols));
  // The last token is taken out of the walk, then the one before, until the first is alone.
  arma::mat P = A;
  for (arma::uword k = A.n_rows - 1; k > 0; --k) {
    const arma::span before(0, k - 1);
    const double leaves = arma::accu(P(k, before));
    if (!(leaves > 0.0)) return {};
    P(before, k) /= leaves;
    P(before, before) += P(before, k) * P(k, before);
  }
  arma::rowvec pi(A.n_rows, arma::fill::zeros);
  pi(0) = 1.0;
  for (arma::uword k = 1; k < A.n_rows; ++k) {
    const arma::span before(0, k - 1);
    pi(k) = arma::dot(pi(before), P(before, k));
  }
  return pi / arma::accu(pi);
}

}  // namespace attn
