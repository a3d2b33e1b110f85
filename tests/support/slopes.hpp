#pragma once

#include <armadillo>
#include <functional>

namespace attn {

/// The slope of a number at each cell of a matrix, by differences: from how much the number differs
/// one and two steps to both sides of the cell.
///
///     (8 (f(x + h) − f(x − h)) − (f(x + 2h) − f(x − 2h))) / 12h,   h = 10⁻³ max(1, |x|)
///
/// `f` is called while `X` is changed in place; in the end it is as it was.
arma::mat slopes_by_differences(const std::function<double()>& f, arma::mat& X);

/// The largest difference between slopes, each against its own size, but at least a thousandth of
/// `largest`: what is smaller drowns in rounding.
double relative_difference(const arma::mat& slopes, const arma::mat& expected, double largest);

}  // namespace attn
