#pragma once

#include <armadillo>
#include <string>

namespace attn {

// Numbers in the tables of a trace, written as the matrices are.

/// A number with so many decimals: "−0.579".
std::string fixed_text(double number, int decimals);

/// A number with at most four digits that count: "0.003906", "−25".
std::string short_text(double number);

/// What is called equal: two matrices computed in another order of additions differ by less.
constexpr double kRounding = 1e-12;

/// The largest difference between two cells in the same place, whatever its sign.
/// Errors:  InputError if the shapes differ.
double largest_difference(const arma::mat& A, const arma::mat& B);

/// The same in words: "0.0385", or "< 1e-12" for what is rounding alone. The digits of a rounding
/// error differ from one processor to another, so they are never shown.
std::string difference_text(const arma::mat& A, const arma::mat& B);

}  // namespace attn
