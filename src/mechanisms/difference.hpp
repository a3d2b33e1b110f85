#pragma once

#include <armadillo>
#include <string>

#include "trace/table.hpp"

namespace attn {

/// What is called equal: two matrices computed in another order of additions differ by less.
constexpr double kRounding = 1e-12;

/// The largest difference between two cells in the same place, whatever its sign.
/// Errors:  InputError if the shapes differ.
double largest_difference(const arma::mat& A, const arma::mat& B);

/// The same as a cell of a table. The digits of a rounding error differ from one processor to
/// another, so for rounding alone it only says that it is less than 1e-12.
cell::Real difference_cell(const arma::mat& A, const arma::mat& B);

/// The same in a sentence: "0.0385", or "< 1e-12".
std::string difference_text(const arma::mat& A, const arma::mat& B);

}  // namespace attn
