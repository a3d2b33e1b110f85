#pragma once

#include <armadillo>
#include <functional>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// Which widths to try, with how many random queries, and where normal numbers come from.
struct ScalingProblem {
  std::vector<arma::uword> widths{8, 32, 64, 128, 256, 512};
  arma::uword n_pairs = 1000;
  arma::uword n_keys = 8;
  std::function<arma::mat(arma::uword n_rows, arma::uword n_cols)> normals;
};

/// What √d_k is for: random queries and keys of several widths d, with and without it.
///
///     Var(q·k) = d,   Var(q·k / √d) = 1   for independent entries of mean 0 and variance 1
///
/// Each query meets the keys of n_keys pairs in a row, so the same draws give its weights.
///
/// Stages:  variance largest entropy gradient, one row a width: the variance of q·k beside d, and
///          the means over all queries of the largest weight, the entropy and the norm of
///          softmax's Jacobian, without and with √d_k
/// Tables:  scaling: all of it, with the error to expect of so few pairs
/// Errors:  InputError if there are no widths, or fewer than 2 pairs or n_keys of them.
Trace scaling_study(const ScalingProblem& problem);

/// How far the variance of n_pairs products of width d is off, as a rule, as a share of d.
///
///     √(2 / (n − 1) + 6 / (d n))     about 4.5 % for 1000 pairs
double variance_error(arma::uword d, arma::uword n_pairs);

}  // namespace attn
