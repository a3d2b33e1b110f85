#include "support/slopes.hpp"

#include <algorithm>
#include <cmath>

namespace attn {

double slope_by_differences(const std::function<double(double)>& f, double h) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

double step_of_differences(double x) { return 1e-3 * std::max(1.0, std::abs(x)); }

double relative_error(double a, double b, double floor) {
  const double size = std::max({std::abs(a), std::abs(b), floor});
  if (size == 0.0) return 0.0;
  const double error = std::abs(a - b) / size;
  return std::isnan(error) ? 1.0 : error;
}

arma::mat slopes_by_differences(const std::function<double()>& f, arma::mat& X) {
  arma::mat slopes(arma::size(X));
  for (arma::uword cell = 0; cell < X.n_elem; ++cell) {
    const double x = X[cell];
    const auto at = [&](double by) {
      X[cell] = x + by;
      return f();
    };
    slopes[cell] = slope_by_differences(at, step_of_differences(x));
    X[cell] = x;
  }
  return slopes;
}

double relative_difference(const arma::mat& slopes, const arma::mat& expected, double largest) {
  double worst = 0.0;
  for (arma::uword cell = 0; cell < slopes.n_elem; ++cell)
    worst = std::max(worst, relative_error(slopes[cell], expected[cell], 1e-3 * largest));
  return worst;
}

}  // namespace attn
