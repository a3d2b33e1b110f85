#include "practice/judge/turned_truth.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/judge/wrong_digits.hpp"

namespace attn {
namespace {

Diagnosis turned(const char* name, const std::string& text) { return {{}, name, text}; }

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

// The tolerance of a field for an answer that was multiplied by `factor`. What is measured in
// proportion grows with the number itself.
Field multiplied(Field field, double factor) {
  field.tolerance.absolute *= factor;
  field.tolerance.decimals.reset();
  return field;
}

bool is_a_share(const arma::mat& truth) {
  const bool is_between = arma::any(arma::vectorise(truth) > 0.01 && arma::vectorise(truth) < 1.0);
  return truth.min() >= 0.0 && (truth.max() <= 1.0 || truth.n_elem > 1) && is_between;
}

// 40 for 0.4. Only shares and sums of them: a count, say, may be wrong by a factor of 100 for other
// reasons.
bool is_share_in_per_cent(const Field& field, const arma::mat& given, const arma::mat& truth) {
  constexpr double kPerCent = 100.0;
  return is_a_share(truth) && !field.tolerance.is_exact() &&
         compare(multiplied(field, kPerCent), given, kPerCent * truth).matches();
}

bool is_moved_by(const Field& field, const arma::mat& given, const arma::mat& truth,
                 double factor) {
  const arma::mat moved = factor * truth;
  const double least_digits = 0.05 * arma::abs(moved).max();
  const Field scaled = multiplied(field, factor);
  return scaled.tolerance.absolute < least_digits && compare(scaled, given, moved).matches();
}

// The digits are right, and the decimal point is not.
Diagnosis other_point(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.tolerance.is_exact() || arma::abs(truth).max() == 0.0) return {};
  constexpr int kMostZeros = 12;
  for (int zeros = 1; zeros <= kMostZeros; ++zeros)
    for (const double factor : {std::pow(10.0, -zeros), std::pow(10.0, zeros)}) {
      if (!is_moved_by(field, given, truth, factor)) continue;
      return zeros == 1 ? turned("decimal_point",
                                 translated("The digits are right, but the decimal point is in "
                                            "another place."))
                        : turned("power_of_ten", translated("The digits are right, but the power "
                                                            "of ten is another one."));
    }
  return {};
}

// 11509760 for 115097600. Of a number that is rounded to a few digits, this may be no slip.
Diagnosis other_length(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (!field.tolerance.is_exact() || given.n_elem != 1) return {};
  constexpr double kLeast = 1e4, kFewDigits = 1e-3;
  const double right = std::abs(truth(0)), wrong = std::abs(given(0));
  const double unit = std::pow(10.0, std::floor(std::log10(std::max(right, 1.0)))) * kFewDigits;
  if (right < kLeast || std::fmod(right, 10.0 * unit) == 0.0) return {};
  if (wrong == std::trunc(right / 10.0))
    return turned("digit_missing", translated("A digit is missing at the end."));
  if (std::trunc(wrong / 10.0) == right)
    return turned("digit_too_many", translated("There is a digit too many at the end."));
  return {};
}

bool differs_in_signs(const Field& field, const arma::mat& given, const arma::mat& truth) {
  return compare(field, arma::abs(given), arma::abs(truth)).matches();
}

// Items of a list of pairs: row i · n + i pairs a word with itself.
Diagnosis pair_with_itself(const Field& field, const arma::mat& given) {
  if (!field.are_pairs) return {};
  const auto n = static_cast<arma::uword>(std::lround(std::sqrt(field.items.size())));
  for (const double place : given) {
    const auto item = static_cast<arma::uword>(place);
    if (item / n == item % n)
      return turned("pair_with_itself",
                    message("{} is a word with itself. Pairs of two different words are asked for: "
                            "leave the diagonal out.",
                            field.items[item]));
  }
  return {};
}

Diagnosis right_but_for_order(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.kind != FieldKind::list || !field.is_ordered || given.n_elem != field.count) return {};
  Field any_order = field;
  any_order.is_ordered = false;
  if (!compare(any_order, given, truth).matches()) return {};
  const std::vector<double> places(given.begin(), given.end());
  std::string text = translated("These are the right ones, in another order.");
  if (compare(field, arma::reverse(arma::vectorise(given)), truth).matches())
    text = translated("These are the right ones, from the last to the first.");
  else if (std::is_sorted(places.begin(), places.end()))
    text = translated(
        "These are the right ones, in the order in which they were given and not in "
        "the one that is asked for.");
  return turned("another_order", text);
}

// The items that are spelt like one but for capital letters, itself included.
std::vector<double> spelt_alike(const Field& field, double place) {
  const auto own = static_cast<std::size_t>(place);
  std::vector<double> alike;
  if (own >= field.items.size()) return alike;
  const std::string word = lower_case(field.items[own]);
  for (std::size_t item = 0; item < field.items.size(); ++item)
    if (lower_case(field.items[item]) == word) alike.push_back(static_cast<double>(item));
  return alike;
}

// "The" at the place of "the": a list is right as soon as such words change places.
Diagnosis right_but_for_capitals(const Field& field, const arma::mat& given,
                                 const arma::mat& truth) {
  constexpr std::size_t kMostSpellings = 256;
  std::vector<arma::mat> spellings{given};
  for (arma::uword i = 0; i < given.n_elem; ++i)
    for (std::size_t n = spellings.size(); const double other : spelt_alike(field, given(i)))
      for (std::size_t one = 0; one < n && other != given(i); ++one) {
        if (spellings.size() >= kMostSpellings) return {};
        spellings.push_back(spellings[one]);
        spellings.back()(i) = other;
      }
  const bool is_right = std::any_of(spellings.begin(), spellings.end(), [&](const arma::mat& one) {
    return compare(field, one, truth).matches();
  });
  if (!is_right) return {};
  return turned("capital_letters",
                translated("Words that differ only in a capital letter are mixed up. Each is a "
                           "word of its own here."));
}

Diagnosis moved_cells(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const auto equals = [&](const arma::mat& one, const arma::mat& other) {
    return compare(field, one, other).matches();
  };
  if (given.n_elem > 1 && equals(given.t(), truth))
    return turned("transposed",
                  field.row_labels.empty() || field.col_labels.empty()
                      ? translated("These are the right numbers, transposed: rows and columns are "
                                   "exchanged.")
                      : translated("These are the right numbers, transposed: rows and columns are "
                                   "exchanged. A query is a row, a key is a column."));
  // What is no number has no place in an order.
  if (arma::size(given) != arma::size(truth) || !given.is_finite() || !truth.is_finite()) return {};
  if (given.n_rows > 1 && equals(sorted_rows(given), sorted_rows(truth)))
    return turned("rows_in_another_order", translated("The rows are right, but in another order."));
  if (given.n_cols > 1 && equals(sorted_rows(given.t()).t(), sorted_rows(truth.t()).t()))
    return turned("columns_in_another_order",
                  translated("The columns are right, but in another order."));
  return {};
}

Diagnosis changed_numbers(const Field& field, const arma::mat& given, const arma::mat& truth,
                          int typed_decimals, const std::vector<int>& in_cells) {
  if (is_share_in_per_cent(field, given, truth))
    return turned("percentage",
                  truth.max() <= 1.0
                      ? translated("This looks like a percentage. Write a share as a number from 0 "
                                   "to 1, or with the sign: 0.3 or 30%.")
                      : translated("These look like percentages. Write the numbers themselves, or "
                                   "the sign as well: 0.3 or 30%."));
  if (compare(field, -given, truth).matches())
    return turned("negated", given.n_elem == 1
                                 ? translated("The number is right, its sign is not.")
                                 : translated("The numbers are right, the signs are not."));
  if (given.n_elem > 1 && differs_in_signs(field, given, truth))
    return turned("signs", translated("The numbers are right, but some of the signs are not."));
  if (const Diagnosis digits = wrong_digits(field, given, truth, typed_decimals, in_cells);
      digits.found())
    return digits;
  if (const Diagnosis point = other_point(field, given, truth); point.found()) return point;
  return other_length(field, given, truth);
}

}  // namespace

Diagnosis turned_truth(const Field& field, const arma::mat& given, const arma::mat& truth,
                       int typed_decimals, const std::vector<int>& in_cells) {
  if (field.kind == FieldKind::mask && arma::size(given) == arma::size(truth) &&
      compare(field, 1.0 - given, truth).matches())
    return turned("mask_reversed",
                  translated("This is the mask the other way round: here 1 means that a query may "
                             "attend to a key, and 0 that it may not."));
  if (field.kind == FieldKind::list) {
    const Diagnosis pair = pair_with_itself(field, given);
    if (pair.found()) return pair;
    const Diagnosis capitals = right_but_for_capitals(field, given, truth);
    return capitals.found() ? capitals : right_but_for_order(field, given, truth);
  }
  if (!field.has_cells()) return {};
  if (const Diagnosis moved = moved_cells(field, given, truth); moved.found()) return moved;
  if (!field.is_numeric() || arma::size(given) != arma::size(truth) || !given.is_finite())
    return {};
  return changed_numbers(field, given, truth, typed_decimals, in_cells);
}

Diagnosis number_for_formula(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const auto is_constant = [](const arma::mat& values) {
    return values.max() - values.min() <= 1e-12 * arma::abs(values).max();
  };
  if (field.kind != FieldKind::expression || field.is_order || is_constant(truth) ||
      !is_constant(given))
    return {};
  return turned("number_for_formula",
                message("This is a number, the same for all sizes. A formula in {} is asked for.",
                        listed(field.variables)));
}

}  // namespace attn
