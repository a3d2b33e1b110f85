#pragma once

#include <armadillo>
#include <optional>

#include "practice/exercise.hpp"

namespace attn {

/// One cell of an answer beside what is right.
struct CellDifference {
  arma::uword row = 0, col = 0;
  double given = 0.0, expected = 0.0;
};

/// An answer beside the truth, cell by cell.
struct Comparison {
  bool same_shape = false;
  arma::umat wrong;                     ///< 1 where a cell is not within the tolerance
  std::optional<CellDifference> worst;  ///< the wrong cell farthest from the truth; a NaN first
  double largest_error = 0.0;           ///< over all cells that are numbers, wrong or not

  bool matches() const { return same_shape && !worst; }
};

/// Whether a number is close enough, but for what binary makes of a fraction. What is not finite
/// never is.
///
///     |given − expected| ≤ allowed_error(expected, tolerance)
bool is_close(double given, double expected, const Tolerance& tolerance);

/// The most that a number may be off. Where digits are counted from the first, `relative` counts in
/// units of the first digit of the expected number: half a unit of the second digit of 0.000335 is
/// 0.000005. A whole number that is asked for as one is not rounded: 1024.5 is no 1024.
///
///     max(absolute, relative · |expected|)
double allowed_error(double expected, const Tolerance& tolerance);

/// Compares an answer with what is right for its field: `truth` is what a Worksheet has under the
/// field's name.
Comparison compare(const Field& field, const arma::mat& given, const arma::mat& truth);

/// The truth in the form of an answer. For a list, whose truth is the score of each item, that is
/// the places of the best ones; any other truth stays as it is.
arma::mat answer_of(const Field& field, const arma::mat& truth);

}  // namespace attn
