#include "practice/judge/shares.hpp"

#include <cmath>

#include "core/statistics.hpp"
#include "practice/judge/compare.hpp"

namespace attn {
namespace {

constexpr double kHair = 1e-9;

bool is_row_rounded_to_sum(const Field& field, const arma::rowvec& given,
                           const arma::rowvec& truth) {
  const double unit = std::pow(10.0, -*field.tolerance.decimals);
  if (!rows_sum_to_one(given) || !rows_sum_to_one(truth)) return false;
  const arma::rowvec rounded = arma::round(truth / unit) * unit;
  const arma::rowvec changed = arma::abs(given - rounded);
  const bool are_whole_units =
      arma::abs(changed / unit - arma::round(changed / unit)).max() <= 1e-6;
  const double needed = std::abs(arma::sum(rounded) - 1.0);
  return are_whole_units && arma::sum(changed) <= needed + kHair &&
         arma::abs(given - truth).max() <= unit * (1.0 + kHair);
}

}  // namespace

bool is_rounded_to_sum(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const bool are_shares = field.kind == FieldKind::matrix && field.tolerance.decimals &&
                          arma::size(given) == arma::size(truth) && given.n_cols > 1 &&
                          given.is_finite() && truth.is_finite() && truth.min() >= 0.0;
  if (!are_shares) return false;
  for (arma::uword row = 0; row < given.n_rows; ++row)
    if (!compare(field, given.row(row), truth.row(row)).matches() &&
        !is_row_rounded_to_sum(field, given.row(row), truth.row(row)))
      return false;
  return true;
}

}  // namespace attn
