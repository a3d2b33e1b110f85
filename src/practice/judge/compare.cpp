#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/number.hpp"
#include "core/statistics.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/judging.hpp"

namespace attn {

namespace {

// Every place of a list beside the score that stands there when the best are listed in order.
struct Ranked {
  arma::mat given, best;
};

// Of two items that are spelled alike, nobody can say which is meant: the one that fits better.
arma::uword meant_place(const Field& field, arma::uword named, double wanted,
                        const arma::mat& scores, std::vector<bool>& used) {
  if (field.items.size() != used.size()) return named;
  arma::uword meant = used.size();
  for (arma::uword place = 0; place < used.size(); ++place)
    if (!used[place] && field.items[place] == field.items[named] &&
        (meant == used.size() ||
         std::abs(scores(place) - wanted) < std::abs(scores(meant) - wanted)))
      meant = place;
  if (meant == used.size()) return named;
  used[meant] = true;
  return meant;
}

// A list is compared by the scores of what it names, so that equal items may stand in any order.
Ranked ranked(const Field& field, const arma::mat& given, const arma::mat& scores) {
  const arma::mat sorted = arma::sort(arma::vectorise(scores), "descend");
  Ranked ranked{.given = arma::mat(1, given.n_elem), .best = sorted.head_rows(given.n_elem).t()};
  std::vector<bool> used(scores.n_elem);
  for (arma::uword i = 0; i < given.n_elem; ++i)
    ranked.given(i) = scores(
        meant_place(field, static_cast<arma::uword>(given(i)), ranked.best(i), scores, used));
  if (!field.is_ordered) ranked.given = arma::sort(ranked.given, "descend", 1);
  return ranked;
}

// How far off a cell is; NaN is farther off than any number.
double distance(double given, double expected) {
  const double error = std::abs(given - expected);
  return std::isfinite(error) ? error : arma::datum::inf;
}

// A mistake may lead to no finite number, and is recognised by it. The truth is finite (see lint).
bool is_same(double given, double expected) {
  return given == expected || (std::isnan(given) && std::isnan(expected));
}

Comparison compare_cells(const arma::mat& given, const arma::mat& truth,
                         const Tolerance& tolerance) {
  Comparison result{.same_shape = true, .wrong = arma::umat(arma::size(given), arma::fill::zeros)};
  double worst = -1.0;
  for (arma::uword row = 0; row < given.n_rows; ++row)
    for (arma::uword col = 0; col < given.n_cols; ++col) {
      const double off = distance(given(row, col), truth(row, col));
      if (std::isfinite(off)) result.largest_error = std::max(result.largest_error, off);
      if (is_same(given(row, col), truth(row, col)) ||
          is_close(given(row, col), truth(row, col), tolerance))
        continue;
      result.wrong(row, col) = 1;
      if (off <= worst) continue;
      worst = off;
      result.worst = CellDifference{row, col, given(row, col), truth(row, col)};
    }
  return result;
}

}  // namespace

double allowed_error(double expected, const Tolerance& tolerance) {
  if (tolerance.decimals == 0 && std::abs(expected - std::round(expected)) <= whole_hair(expected))
    return 2.0 * whole_hair(expected);
  const double size = tolerance.significant ? first_unit(expected) : std::abs(expected);
  return std::max(tolerance.absolute, tolerance.relative * size);
}

bool is_close(double given, double expected, const Tolerance& tolerance) {
  // 1.99 is 0.01 away from 2, and in binary a hair more.
  constexpr double kOfTolerance = 1e-9, kOfNumber = 1e-12;
  const double allowed = allowed_error(expected, tolerance);
  const double hair = allowed * kOfTolerance + std::abs(expected) * kOfNumber;
  // In this form NaN is never close, since it compares false; -ffast-math would undo that (see
  // CMakeLists.txt).
  return std::isfinite(given - expected) && std::abs(given - expected) <= allowed + hair;
}

Comparison compare(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.kind == FieldKind::list) {
    if (given.n_elem != field.count || truth.has_nan()) return {};
    const Ranked lists = ranked(field, given, truth);
    return compare_cells(lists.given, lists.best, field.tolerance);
  }
  if (arma::size(given) != arma::size(truth)) return {};
  return compare_cells(given, truth, field.tolerance);
}

arma::mat answer_of(const Field& field, const arma::mat& truth) {
  if (field.kind != FieldKind::list) return truth;
  std::vector<arma::uword> places(truth.n_elem);
  std::iota(places.begin(), places.end(), arma::uword{0});
  std::stable_sort(places.begin(), places.end(),
                   [&truth](arma::uword a, arma::uword b) { return truth(a) > truth(b); });
  places.resize(field.count);
  return arma::conv_to<arma::mat>::from(arma::urowvec(places));
}

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

namespace {

std::string without_idle_zeros(std::string fixed) {
  if (fixed.find('.') == fixed.npos || fixed.find('e') != fixed.npos) return fixed;
  fixed.resize(fixed.find_last_not_of('0') + 1);
  if (fixed.ends_with('.')) fixed.pop_back();
  return fixed;
}

constexpr int kMostDigits = 15;

// The decimals with which a number is not taken for another one: two digits, if it has as many.
int telling_decimals(double value) {
  const double unit = first_unit(value);
  return unit > 0.0 ? 1 - static_cast<int>(std::lround(std::log10(unit))) : 0;
}

// A number as it was given, or with as many decimals as the others where it has more.
std::string given_number(double value, int decimals) {
  constexpr int kTwoDigits = 2, kMostInFull = 8;
  if (is_rest(value)) return "0";
  const int telling = telling_decimals(value);
  if (telling > kMostInFull) return significant_text(value, kTwoDigits);
  decimals = std::max(decimals, telling);
  const std::string fixed = fixed_number(value, decimals);
  const bool is_whole_story = std::isfinite(value) && std::abs(parse_number(fixed).value_or(value) -
                                                               value) < 1e-12 * std::abs(value);
  if (is_whole_story || value == 0) return without_idle_zeros(fixed);
  const auto looks_rounder = [](const std::string& text) {
    return text.ends_with('0') || text.find('.') == text.npos;
  };
  std::string longer = fixed;  // 7.00000001 is not 7.000000
  for (int more = decimals + 1; looks_rounder(longer) && more <= kMostDigits; ++more)
    longer = fixed_number(value, more);
  return looks_rounder(longer) ? fixed : longer;
}

// A difference in as many digits as it takes to see that it is not the one that is allowed.
std::string error_beside(double error, double allowed) {
  std::string text = rough_number(error);
  for (int digits = 3; text == rough_number(allowed) && digits <= kMostDigits; ++digits)
    text = significant_text(error, digits);
  return text;
}

// The decimals of a cell as it was typed, as far as they are worth showing; of one that was worked
// out, those of its numbers.
int typed_decimals_of(const FieldResult& result, const CellDifference& cell) {
  constexpr int kMostShown = 8;
  const arma::uword place = cell.row + cell.col * result.given.n_rows;
  const bool is_known = place < result.typed_in_cells.size();
  const int typed = is_known ? std::min(result.typed_in_cells[place], result.typed_decimals)
                             : result.typed_decimals;
  return std::min(typed, kMostShown);
}

}  // namespace

WorstCell worst_cell(const FieldResult& result) {
  const CellDifference& worst = *result.comparison.worst;
  const int decimals = visible_decimals(result);
  const double allowed = allowed_error(worst.expected, asked_tolerance(result.field->tolerance));
  const int typed = std::max(decimals, typed_decimals_of(result, worst));
  return {given_number(worst.given, typed), given_number(worst.expected, decimals),
          error_beside(std::abs(worst.given - worst.expected), allowed), rough_number(allowed)};
}

}  // namespace attn
