#include "practice/formula/expression.hpp"

#include <cmath>
#include <memory>

#include "base/message.hpp"
#include "practice/formula/arithmetic.hpp"
#include "practice/formula/growth.hpp"

namespace attn {
namespace {

// Where a function is 0, between two places at which it has different signs. The secant is drawn
// again and again; an end that stays has its value halved, so that it does not stay for ever.
double root_between(const std::function<double(double)>& f, double low, double high) {
  constexpr int kMostSteps = 200;
  constexpr double kClose = 1e-14;
  double at_low = f(low), at_high = f(high);
  for (int i = 0; i < kMostSteps && std::abs(high - low) > kClose * std::abs(high); ++i) {
    const double middle = (low * at_high - high * at_low) / (at_high - at_low);
    const double at_middle = f(middle);
    if (at_middle == 0.0) return middle;
    if ((at_middle < 0.0) == (at_high < 0.0)) {
      at_low *= 0.5;
    } else {
      low = high;
      at_low = at_high;
    }
    high = middle;
    at_high = at_middle;
  }
  return high;
}

constexpr double kNearest = 1e-6, kFarthest = 1e9;

// Where a difference f(x) − g(x), divided by x, is 0 although it is not for positive x: at 0, or at
// a negative x. Of costs there is none; but what follows from a wrong formula may be so.
double meeting_elsewhere(const std::function<double(double)>& slope) {
  constexpr int kMostSteps = 200;
  const bool is_below = slope(-kNearest) < 0.0;
  if (is_below != (slope(kNearest) < 0.0)) return 0.0;
  if (is_below == (slope(-kFarthest) < 0.0))
    throw InputError(message("the two formulas do not meet."));
  double near = std::log(kNearest), far = std::log(kFarthest);
  for (int i = 0; i < kMostSteps; ++i) {
    const double middle = 0.5 * (near + far);
    ((slope(-std::exp(middle)) < 0.0) == is_below ? near : far) = middle;
  }
  return -std::exp(near);
}

// How far f lies above g. Of costs, which are powers, the logarithms are all but straight.
double height_above(double f, double g) {
  if (f > 0.0 && g > 0.0) return std::log(f) - std::log(g);
  return f < g ? -1.0 : 1.0;
}

}  // namespace

Expression expression_of(const std::string& text, const std::vector<std::string>& variables,
                         FormulaSpelling spelling) {
  const auto arithmetic = std::make_shared<const Arithmetic>(text, variables, spelling);
  return {variables,
          [arithmetic](const Expression::Values& values) { return arithmetic->at(values); }, text,
          spelling};
}

arma::mat samples_of(const Expression& formula) {
  return arma::vec(sampled(formula.at, formula.variables));
}

arma::mat growth_of(const Expression& formula) {
  if (formula.text.empty()) throw InputError(message("this formula has no order of growth."));
  return arma::vec(growth(formula.text, formula.variables, formula.spelling));
}

Expression crossing_of(const Expression& f, const Expression& g) {
  if (f.variables.empty()) throw InputError(message("a formula without variables meets nothing."));
  const std::string first = f.variables.front();
  const auto meeting = [f, g, first](const Expression::Values& values) {
    Expression::Values at = values;
    double& at_first = at[first];
    const auto value = [&](const Expression& formula, double x) {
      at_first = x;
      return formula.at(at);
    };
    const auto height = [&](double log_x) {
      const double x = std::exp(log_x);
      return height_above(value(f, x), value(g, x));
    };
    const double low = std::log(kNearest), high = std::log(kFarthest);
    if ((height(low) < 0.0) != (height(high) < 0.0))
      return std::exp(root_between(height, low, high));
    return meeting_elsewhere([&](double x) { return (value(f, x) - value(g, x)) / x; });
  };
  return {{f.variables.begin() + 1, f.variables.end()}, meeting};
}

}  // namespace attn
