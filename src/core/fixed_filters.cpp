#include "core/fixed_filters.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {

arma::mat moving_average_matrix(arma::uword n, arma::uword n_taps) {
  if (n_taps == 0)
    throw InputError(
        translated("a moving average over 0 tokens has nothing to average. Take 1 or more."));
  arma::mat A(n, n, arma::fill::zeros);
  for (arma::uword t = 0; t < n; ++t) {
    const arma::uword n_there = std::min(n_taps, t + 1);
    for (arma::uword s = t + 1 - n_there; s <= t; ++s) A(t, s) = 1.0 / static_cast<double>(n_there);
  }
  return A;
}

arma::mat exponential_average_matrix(arma::uword n, double alpha) {
  if (!(alpha > 0.0 && alpha <= 1.0))
    throw InputError(
        message("the newest token's share of an exponential average, α, is above 0 and at most 1, "
                "not {}.",
                alpha));
  arma::mat A(n, n, arma::fill::zeros);
  for (arma::uword t = 0; t < n; ++t) {
    if (t > 0) A.row(t) = (1.0 - alpha) * A.row(t - 1);
    A(t, t) = t == 0 ? 1.0 : alpha;
  }
  return A;
}

}  // namespace attn
