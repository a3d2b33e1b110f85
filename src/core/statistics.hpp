// What is measured of a matrix: of its cells, its rows, and of weights as chances.
#pragma once

#include <armadillo>
#include <optional>

namespace attn {

/// The four numbers that describe the finite cells of a matrix.
struct Statistics {
  double min = 0.0, max = 0.0, mean = 0.0;
  double standard_deviation = 0.0;  ///< of the cells themselves (divided by their count)
  arma::uword n_cells = 0;          ///< finite cells: the ones the four numbers describe
};

/// Minimum, maximum, mean and standard deviation over the finite cells; all 0 where there are none.
///
///     sd = √(Σ (x − mean)² / n_cells)
Statistics statistics_of(const arma::mat& matrix);

/// The size of the largest cell, whatever its sign: max(|min|, |max|).
double largest_size(const Statistics& statistics);

/// How spread out each row of shares is.
///
///     H(i) = −Σ over j of W(i, j) · ln W(i, j),   with 0 · ln 0 = 0
///
/// Shapes:  W (n_q × n_k), result n_q
/// Units:   nats, from 0 (one key takes all) to ln n_k (all keys alike)
arma::vec row_entropies(const arma::mat& W);

/// The weight of each query on the places right beside its own.
///
///     W(i, i − 1) + W(i, i + 1),   as far as there are such places
///
/// Shapes:  W (n × n): queries and keys are the same places; result n
/// Errors:  InputError if W is not square.
arma::vec row_neighbour_weights(const arma::mat& W);

/// How far each query looks on average.
///
///     Σ over j of W(i, j) |i − j|
///
/// Shapes:  W (n × n): queries and keys are the same places; result n
/// Units:   places
/// Errors:  InputError if W is not square.
arma::vec row_distances(const arma::mat& W);

/// The column of the largest cell of each row, the first of equals.
///
/// Shapes:  W (n_q × n_k), result n_q
arma::uvec row_maxima(const arma::mat& W);

/// Whether two numbers that were computed along different ways are the same but for rounding.
///
///     |a − b| <= 1e-12 · max(|a|, |b|),   an infinite number equals itself alone
bool are_equal_but_for_rounding(double a, double b);

/// The sum of a row, and 0 where what is positive and what is negative in it are the same but for
/// rounding.
double sum_but_for_rounding(const arma::rowvec& row);

/// Makes 0 of every cell of a product in which the terms cancel but for rounding: 0.1 + 0.2 − 0.3
/// is 0 by hand and 5.6e−17 in floating point, of which no digit is true. Terms of whole numbers,
/// halves and the like, which a double holds exactly, are left as they are.
///
///     P = A B,   P(i, j) = 0 if |P(i, j)| <= 2⁻⁴⁶ Σ |A(i, k) B(k, j)|
///
/// Shapes:  A (n × m), B (m × p), P (n × p)
void clear_cancelled(arma::mat& P, const arma::mat& A, const arma::mat& B);

/// Whether shares add up to one whole but for rounding.
///
///     |sum − 1| <= 1e-9
bool sums_to_one(double sum);

/// Whether every row does.
bool rows_sum_to_one(const arma::mat& W);

/// The places of a row whose values equal one of them but for rounding, that one included.
///
/// Shapes:  row (1 × n), result from 1 to n places in their order
/// Errors:  std::out_of_range if the row has no such place
arma::uvec places_equal_to(const arma::rowvec& row, arma::uword place);

/// How alike the directions of two sets of rows are, whatever their lengths.
///
///     cos(a, b) = a · b / (|a| |b|),   0 where a or b is all zeros
///
/// Shapes:  A (n × d), B (m × d), result (n × m)
/// Units:   from −1 (opposite) over 0 (at right angles) to 1 (the same direction)
/// Errors:  InputError if the widths differ.
arma::mat cosine_similarities(const arma::mat& A, const arma::mat& B);

/// Where a walker is in the long run who goes from token to token as attention shares itself out.
///
///     π A = π,   Σ π = 1
///
/// None where there is no single answer to be had from A: some token never leads to the first one.
///
/// Shapes:  A (n × n), each row summing to 1; result (1 × n)
/// Errors:  InputError if A is not square.
/// Source:  elimination without subtractions: Grassmann, Taksar and Heyman (1985), so that nothing
///          is lost by cancellation.
std::optional<arma::rowvec> stationary_distribution(const arma::mat& A);

}  // namespace attn
