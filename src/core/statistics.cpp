#include "core/statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "base/message.hpp"
#include "core/shape.hpp"

namespace attn {

namespace {

void require_same_places(const arma::mat& W) {
  require_shape(translated("the weights (one key for each query)"), W.n_rows, W.n_cols, W.n_rows,
                W.n_rows);
}

// Whether a double holds the number that was meant, not one beside it: its last twelve bits are 0.
bool is_held_exactly(double x) { return (std::bit_cast<std::uint64_t>(x) & 0xfff) == 0; }

constexpr double kCancelled = 0x1p-46;  // some hundred times what one rounding can do

// Whether the terms of one cell cancel, and not because their numbers are held exactly.
bool cancels(double sum, const arma::mat& A, arma::uword i, const arma::mat& B, arma::uword j) {
  double magnitude = 0.0;
  bool is_exact = true;
  for (arma::uword k = 0; k < A.n_cols; ++k) {
    const double term = std::abs(A(i, k) * B(k, j));
    magnitude += term;
    is_exact = is_exact && (term == 0.0 || (is_held_exactly(A(i, k)) && is_held_exactly(B(k, j))));
  }
  return !is_exact && std::isfinite(magnitude) && std::abs(sum) <= kCancelled * magnitude;
}

}  // namespace

Statistics statistics_of(const arma::mat& matrix) {
  Statistics result;
  result.min = std::numeric_limits<double>::infinity();
  result.max = -result.min;
  for (const double cell : matrix) {
    if (!std::isfinite(cell)) continue;
    result.min = std::min(result.min, cell);
    result.max = std::max(result.max, cell);
    ++result.n_cells;
  }
  if (result.n_cells == 0) return {};
  const double largest = largest_size(result);
  if (largest == 0.0) return result;

  // In units of a power of two, which rounds nothing, no sum and no square leaves double's range.
  const double unit = std::ldexp(1.0, std::ilogb(largest));
  const auto n = static_cast<double>(result.n_cells);
  double sum = 0.0;
  for (const double cell : matrix)
    if (std::isfinite(cell)) sum += cell / unit;
  const double mean = sum / n;
  double squares = 0.0;  // a second pass: subtracting two large sums would lose digits
  for (const double cell : matrix)
    if (std::isfinite(cell)) squares += (cell / unit - mean) * (cell / unit - mean);
  result.mean = mean * unit;
  result.standard_deviation = std::sqrt(squares / n) * unit;
  return result;
}

double largest_size(const Statistics& statistics) {
  return std::max(std::abs(statistics.min), std::abs(statistics.max));
}

arma::vec row_entropies(const arma::mat& W) {
  arma::vec entropies(W.n_rows, arma::fill::zeros);
  for (arma::uword j = 0; j < W.n_cols; ++j)
    for (arma::uword i = 0; i < W.n_rows; ++i)
      if (W(i, j) != 0.0) entropies(i) -= W(i, j) * std::log(W(i, j));
  return entropies;
}

arma::vec row_neighbour_weights(const arma::mat& W) {
  require_same_places(W);
  arma::vec weights(W.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < W.n_rows; ++i) {
    if (i > 0) weights(i) += W(i, i - 1);
    if (i + 1 < W.n_cols) weights(i) += W(i, i + 1);
  }
  return weights;
}

arma::vec row_distances(const arma::mat& W) {
  require_same_places(W);
  arma::vec distances(W.n_rows, arma::fill::zeros);
  for (arma::uword j = 0; j < W.n_cols; ++j)
    for (arma::uword i = 0; i < W.n_rows; ++i)
      distances(i) += W(i, j) * static_cast<double>(i > j ? i - j : j - i);
  return distances;
}

arma::uvec row_maxima(const arma::mat& W) { return arma::index_max(W, 1); }

bool are_equal_but_for_rounding(double a, double b) {
  constexpr double kRelativeRounding = 1e-12;
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b;  // ∞ is within any share of ∞
  return std::abs(a - b) <= kRelativeRounding * std::max(std::abs(a), std::abs(b));
}

double sum_but_for_rounding(const arma::rowvec& row) {
  double gains = 0.0, losses = 0.0;
  for (const double value : row) (value > 0.0 ? gains : losses) += value;
  return are_equal_but_for_rounding(gains, -losses) ? 0.0 : gains + losses;
}

void clear_cancelled(arma::mat& P, const arma::mat& A, const arma::mat& B) {
  // No sum of terms is larger than this, so hardly a cell has to be added up again.
  const arma::vec most_left =
      arma::max(arma::abs(A), 1) * (kCancelled * static_cast<double>(A.n_cols));
  const arma::rowvec most_right = arma::max(arma::abs(B), 0);
  for (arma::uword j = 0; j < P.n_cols; ++j)
    for (arma::uword i = 0; i < P.n_rows; ++i)
      if (P(i, j) != 0.0 && std::abs(P(i, j)) <= most_left(i) * most_right(j) &&
          cancels(P(i, j), A, i, B, j))
        P(i, j) = 0.0;
}

bool sums_to_one(double sum) {
  constexpr double kRounding = 1e-9;
  return std::abs(sum - 1.0) <= kRounding;
}

bool rows_sum_to_one(const arma::mat& W) {
  const arma::vec sums = arma::sum(W, 1);
  return std::all_of(sums.begin(), sums.end(), sums_to_one);
}

arma::uvec places_equal_to(const arma::rowvec& row, arma::uword place) {
  if (place >= row.n_elem) throw std::out_of_range("places_equal_to");
  arma::uvec places(row.n_elem);
  arma::uword n = 0;
  for (arma::uword j = 0; j < row.n_elem; ++j)
    if (j == place || are_equal_but_for_rounding(row(j), row(place))) places(n++) = j;
  places.resize(n);
  return places;
}

namespace {

arma::mat unit_rows(const arma::mat& rows) {
  arma::mat units = rows;
  for (arma::uword i = 0; i < units.n_rows; ++i)
    if (const double length = arma::norm(units.row(i)); length > 0.0) units.row(i) /= length;
  return units;
}

}  // namespace

arma::mat cosine_similarities(const arma::mat& A, const arma::mat& B) {
  require_same_width("A", A, "B", B);
  const arma::mat units_of_A = unit_rows(A), units_of_B = unit_rows(B).t();
  arma::mat cosines = units_of_A * units_of_B;
  clear_cancelled(cosines, units_of_A, units_of_B);
  return cosines;
}

std::optional<arma::rowvec> stationary_distribution(const arma::mat& A) {
  if (A.n_rows != A.n_cols || A.is_empty())
    throw InputError(
        message("a walk from token to token needs as many keys as queries, but there "
                "are {} queries and {} keys.",
                A.n_rows, A.n_cols));
  // The last token is taken out of the walk, then the one before, until the first is alone.
  arma::mat P = A;
  for (arma::uword k = A.n_rows - 1; k > 0; --k) {
    const arma::span before(0, k - 1);
    const double leaves = arma::accu(P(k, before));
    if (!(leaves > 0.0)) return {};
    P(before, k) /= leaves;
    P(before, before) += P(before, k) * P(k, before);
  }
  arma::rowvec pi(A.n_rows, arma::fill::zeros);
  pi(0) = 1.0;
  for (arma::uword k = 1; k < A.n_rows; ++k) {
    const arma::span before(0, k - 1);
    pi(k) = arma::dot(pi(before), P(before, k));
  }
  return pi / arma::accu(pi);
}

}  // namespace attn
