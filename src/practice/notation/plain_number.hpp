#pragma once

#include <armadillo>
#include <string>

namespace attn {

/// A number as one would copy it: whole ones in full, others to 6 significant digits, never "-0".
std::string plain_number(double value);

/// A number with a fixed count of decimals, never "-0.00"; whole numbers too large for that in
/// full.
std::string fixed_number(double value, int decimals);

/// A small number in two digits, for errors and tolerances: "0.032", "3e-07".
std::string rough_number(double value);

/// How many decimals show every cell as it is, but for `hair` of a unit in the last one; at most
/// `most`.
int decimals_of(const arma::mat& matrix, int most, double hair = 1e-9);

/// The decimals that people write at most.
constexpr int kMostWrittenDecimals = 12;

/// One unit of the first digit, 0.0001 for 0.000335; 0 where there is none.
double first_unit(double number);

/// Half a unit of a decimal, and a hair for what binary makes of it.
double half_unit(int decimals);

/// Half a unit of the last decimal of a matrix as it was written.
double written_half_unit(const arma::mat& matrix);

/// What binary makes of a whole number that was computed by way of roots, say.
double whole_hair(double value);

/// Whether all numbers are whole, but for that.
bool are_whole_numbers(const arma::mat& matrix);

}  // namespace attn
