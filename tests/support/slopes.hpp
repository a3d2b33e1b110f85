#pragma once

#include <armadillo>
#include <functional>

namespace attn {

/// The slope at 0 of a function, by differences: from its values one and two steps to both sides.
///
///     (8 (f(h) − f(−h)) − (f(2h) − f(−2h))) / 12h
double slope_by_differences(const std::function<double(double)>& f, double h);

/// How far to go to both sides of x: 10⁻³ max(1, |x|).
double step_of_differences(double x);

/// How far apart two numbers are, against the larger of them, but at least against `floor`: what is
/// smaller drowns in rounding. Where one is NaN, 1.
double relative_error(double a, double b, double floor);

/// The slope of a number at each cell of a matrix, by differences. `f` is called while `X` is
/// changed in place; in the end it is as it was.
arma::mat slopes_by_differences(const std::function<double()>& f, arma::mat& X);

/// The largest relative_error() of slopes, above a thousandth of `largest`.
double relative_difference(const arma::mat& slopes, const arma::mat& expected, double largest);

}  // namespace attn
