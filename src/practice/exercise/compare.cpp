#include <algorithm>
#include <cmath>
#include <numeric>

#include "practice/exercise/worksheet.hpp"

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

double whole_hair(double value) { return std::max(1e-9, 1e-14 * std::abs(value)); }

double first_unit(double number) {
  constexpr double kRounding = 1e-12;  // 999.9999999999999 is meant as 1000
  const double size = std::abs(number) * (1.0 + kRounding);
  return size > 0.0 && std::isfinite(size) ? std::pow(10.0, std::floor(std::log10(size))) : 0.0;
}

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

bool applies(const Alternative& alternative, const Worksheet& worksheet) {
  return !alternative.printed || worksheet.variant() == 0;
}

std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field) {
  if (alternative.is_alone && !alternative.change.contains(field.name)) return std::nullopt;
  return worksheet.under(alternative, field);
}

const Field* first_wrong_field(const Exercise& exercise, const Worksheet& worksheet,
                               const Alternative& alternative) {
  Worksheet truths = worksheet;
  for (const Field& field : exercise.fields) {
    if (!field.is_graded) continue;
    const std::optional<arma::mat> other = truth_under(alternative, worksheet, field);
    if (!other) continue;
    if (!compare(field, answer_of(field, *other), truths.numbers(field.name)).matches())
      return &field;
  }
  return nullptr;
}

std::vector<std::pair<std::string, std::string>> indistinguishable(const Exercise& exercise,
                                                                   const Worksheet& worksheet) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Alternative& one : exercise.alternatives) {
    if (one.may_coincide || !applies(one, worksheet)) continue;
    const Field* field = first_wrong_field(exercise, worksheet, one);
    if (field == nullptr) {
      pairs.emplace_back(one.name, "");
      continue;
    }
    const arma::mat answer = answer_of(*field, *truth_under(one, worksheet, *field));
    for (const Alternative& other : exercise.alternatives) {
      if (&other == &one || other.may_coincide || !applies(other, worksheet)) continue;
      const std::optional<arma::mat> truth = truth_under(other, worksheet, *field);
      if (truth && compare(*field, answer, *truth).matches())
        pairs.emplace_back(one.name, other.name);
    }
  }
  return pairs;
}

}  // namespace attn
