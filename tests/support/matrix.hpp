#pragma once

#include <armadillo>
#include <random>
#include <string>

namespace attn {

/// How far two doubles may lie apart that were computed in a different order.
inline constexpr double kTolerance = 1e-12;

/// Where a matrix first differs from the expected one, in words; "" if it does not.
/// An infinity agrees only with itself, NaN with NaN.
std::string difference(const arma::mat& given, const arma::mat& expected,
                       double tolerance = kTolerance);

/// Whether two matrices are equal in shape and in every cell, to the last bit.
bool same(const arma::mat& a, const arma::mat& b);

/// A matrix of one row and one column.
arma::mat single_cell(double value);

/// Numbers from -1 to 1, the same on every platform.
arma::mat random_matrix(std::mt19937& draws, arma::uword n_rows, arma::uword n_cols);

}  // namespace attn
