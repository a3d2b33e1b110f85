#include <algorithm>
#include <cmath>

#include "core/message.hpp"
#include "practice/diagnose.hpp"

namespace attn {
namespace {

// The tolerance of a field for an answer that was multiplied by `factor`.
Field with_wider_tolerance(Field field, double factor) {
  field.tolerance.absolute *= factor;
  field.tolerance.relative *= factor;
  return field;
}

arma::mat sorted_rows(const arma::mat& matrix) {
  std::vector<arma::rowvec> rows;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) rows.emplace_back(matrix.row(i));
  std::sort(rows.begin(), rows.end(), [](const arma::rowvec& a, const arma::rowvec& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  arma::mat sorted(arma::size(matrix));
  for (arma::uword i = 0; i < matrix.n_rows; ++i) sorted.row(i) = rows[i];
  return sorted;
}

// Right to fewer digits than were asked for: a tenth of the precision is still there.
bool is_nearly_right(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const double size = arma::abs(truth).max();
  // Half a unit of one digit fewer; a tolerance that names no digits is a whole unit, 0.01.
  const bool names_digits = field.tolerance.decimals || field.tolerance.significant;
  const double nearly = names_digits ? 10.0 : 5.0;
  if (allowed_error(size, field.tolerance) * nearly > 0.2 * size) return false;
  return compare(with_wider_tolerance(field, nearly), given, truth).matches();
}

// 40 for 0.4. What is no share, such as a count, may be wrong by a factor of 100 for other reasons.
bool is_share_in_per_cent(const Field& field, const arma::mat& given, const arma::mat& truth) {
  constexpr double kPerCent = 100.0;
  if (truth.min() < 0.0 || truth.max() > 1.0 || truth.max() == 0.0) return false;
  return compare(with_wider_tolerance(field, kPerCent), given, kPerCent * truth).matches();
}

// What the items of a list were mixed up with.
Diagnosis turned_list(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (!field.is_ordered || given.n_elem != field.count) return {};
  Field any_order = field;
  any_order.is_ordered = false;
  if (!compare(any_order, given, truth).matches()) return {};
  return {nullptr, "another_order", translated("These are the right ones, in another order.")};
}

}  // namespace

Diagnosis turned_truth(const Field& field, const arma::mat& given, const arma::mat& truth,
                       bool is_percentage) {
  if (field.kind == Kind::list) return turned_list(field, given, truth);
  const auto equals = [&field, &truth](const arma::mat& other) {
    return compare(field, other, truth).matches();
  };
  if (field.kind == Kind::mask && equals(1.0 - given))
    return {nullptr, "mask_reversed",
            translated("This is the mask the other way round: here 1 means that a query may attend "
                       "to a key, and 0 that it may not.")};
  if (!field.has_cells()) return {};
  if (given.n_elem > 1 && equals(given.t()))
    return {nullptr, "transposed",
            translated("These are the right numbers, transposed: rows and columns are exchanged. "
                       "A query is a row, a key is a column.")};
  if (!field.is_numeric()) return {};
  if (is_share_in_per_cent(field, given, truth))
    return {nullptr, "percentage",
            translated("This looks like a percentage. Write a share as a number from 0 to 1: 0.3, "
                       "not 30.")};
  if (is_percentage)
    return {nullptr, "percentage",
            translated("Nothing is asked for in per cent here. Write numbers without that sign.")};
  if (equals(-given))
    return {nullptr, "negated", translated("The numbers are right, the signs are not.")};
  if (given.n_rows > 1 && arma::size(given) == arma::size(truth) &&
      compare(field, sorted_rows(given), sorted_rows(truth)).matches())
    return {nullptr, "rows_in_another_order",
            translated("The rows are right, but in another order.")};
  if (is_nearly_right(field, given, truth))
    return {nullptr, "too_few_digits",
            translated("This is close: probably a number was rounded on the way, or the answer has "
                       "fewer digits than asked for. Keep all digits until the end.")};
  return {};
}

}  // namespace attn
