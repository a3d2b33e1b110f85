#include "support/slopes.hpp"

#include <algorithm>
#include <cmath>

namespace attn {

arma::mat slopes_by_differences(const std::function<double()>& f, arma::mat& X) {
  arma::mat slopes(arma::size(X));
  for (arma::uword cell = 0; cell < X.n_elem; ++cell) {
    const double x = X[cell], h = 1e-3 * std::max(1.0, std::abs(x));
    const auto at = [&](double steps) {
      X[cell] = x + steps * h;
      return f();
    };
    slopes[cell] = (8.0 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12.0 * h);
    X[cell] = x;
  }
  return slopes;
}

double relative_difference(const arma::mat& slopes, const arma::mat& expected, double largest) {
  double worst = 0.0;
  for (arma::uword cell = 0; cell < slopes.n_elem; ++cell) {
    const double a = slopes[cell], b = expected[cell];
    const double size = std::max({std::abs(a), std::abs(b), 1e-3 * largest});
    if (a != b) worst = std::max(worst, std::abs(a - b) / size);
  }
  return worst;
}

}  // namespace attn
