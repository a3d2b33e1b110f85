#include "mechanisms/difference.hpp"

#include "base/number.hpp"
#include "core/shape.hpp"

namespace attn {
namespace {

constexpr int kDigits = 4;

}  // namespace

double largest_difference(const arma::mat& A, const arma::mat& B) {
  require_shape("B", B.n_rows, B.n_cols, A.n_rows, A.n_cols);
  return A.is_empty() ? 0.0 : arma::abs(A - B).max();
}

cell::Real difference_cell(const arma::mat& A, const arma::mat& B) {
  const double difference = largest_difference(A, B);
  if (difference < kRounding) return {.below = kRounding};
  return {.value = difference, .places = kDigits, .form = cell::Real::Form::digits};
}

std::string difference_text(const arma::mat& A, const arma::mat& B) {
  const double difference = largest_difference(A, B);
  return difference < kRounding ? "< 1e-12" : significant_text(difference, kDigits);
}

}  // namespace attn
