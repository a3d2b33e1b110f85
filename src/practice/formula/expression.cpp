#include "practice/formula/expression.hpp"

#include <cmath>
#include <memory>

#include "base/error.hpp"
#include "base/message.hpp"
#include "practice/formula/arithmetic.hpp"

namespace attn {
namespace {

// Halves an interval, on a scale of powers, until it is as narrow as a double can tell.
double root_between(const std::function<double(double)>& difference, double low, double high) {
  constexpr int kHalvings = 200;
  const bool rises = difference(low) < 0.0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = std::sqrt(low * high);
    ((difference(middle) < 0.0) == rises ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace

Expression expression_of(const std::string& text, const std::vector<std::string>& variables,
                         FormulaSpelling spelling) {
  const auto arithmetic = std::make_shared<const Arithmetic>(text, variables, spelling);
  return {variables,
          [arithmetic](const Expression::Values& values) { return arithmetic->at(values); }};
}

arma::mat samples_of(const Expression& formula) {
  return arma::vec(sampled(formula.at, formula.variables));
}

Expression crossing_of(const Expression& f, const Expression& g) {
  if (f.variables.empty()) throw InputError(message("a formula without variables meets nothing."));
  const std::string first = f.variables.front();
  const auto meeting = [f, g, first](const Expression::Values& values) {
    const auto difference = [&](double x) {
      Expression::Values at = values;
      at[first] = x;
      return f.at(at) - g.at(at);
    };
    constexpr double kLow = 1e-6, kHigh = 1e9;
    if ((difference(kLow) < 0.0) == (difference(kHigh) < 0.0))
      throw InputError(message("the two formulas do not meet."));
    return root_between(difference, kLow, kHigh);
  };
  return {{f.variables.begin() + 1, f.variables.end()}, meeting};
}

}  // namespace attn
