#include "practice/judge/turned_truth.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/notation/plain_number.hpp"

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

// The digits after the point that were asked for; nothing where an answer must be exact, may be in
// whole tens, or is measured in proportion.
std::optional<int> digits_after_the_point(const Field& field) {
  const std::optional<int> asked = asked_decimals(field.tolerance);
  const bool is_in_proportion =
      !field.tolerance.decimals && asked_tolerance(field.tolerance).relative > 0.0;
  return asked && *asked >= 0 && !is_in_proportion ? asked : std::nullopt;
}

double cut_off(double number, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::trunc(number * unit * (1.0 + 1e-12)) / unit;
}

// The decimals that so many digits from the first one on have: 5 for 2 digits of 0.000335.
int decimals_of_digits(double number, int digits) {
  constexpr double kRounding = 1e-12;  // 999.9999999999999 is meant as 1000
  return digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(number) * (1 + kRounding))));
}

bool are_the_same(const arma::mat& one, const arma::mat& other) {
  return arma::abs(one - other).max() <= 1e-9 * arma::abs(other).max();
}

// The truth cut off after the digits that were asked for.
bool is_cut_off(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const auto decimals = digits_after_the_point(field);
  const auto digits = field.tolerance.significant;
  if ((!decimals && !digits) || !truth.is_finite()) return false;
  arma::mat cut = truth;
  for (double& cell : cut)
    if (cell != 0.0) cell = cut_off(cell, digits ? decimals_of_digits(cell, *digits) : *decimals);
  return arma::abs(cut).max() > 0.0 && are_the_same(given, cut);
}

// 60600 for 60611: rounded to whole tens, hundreds..., of which at least three digits are left.
bool is_in_round_tens(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (given.n_elem != 1 || field.tolerance.significant) return false;
  const double number = std::abs(given(0));
  for (double unit = 10.0; 100.0 * unit <= number; unit *= 10.0) {
    if (std::fmod(number, unit) != 0.0) return false;
    if (std::abs(given(0) - truth(0)) <= 0.5 * unit) return true;
  }
  return false;
}

// The truth, rightly rounded to fewer digits than were asked for, of which something is left.
bool has_fewer_digits(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.tolerance.is_exact()) return false;
  if (is_in_round_tens(field, given, truth)) return true;
  const int written = decimals_of(given, kMostWrittenDecimals);
  if (arma::abs(given - truth).max() > half_unit(written)) return false;
  const auto asked = digits_after_the_point(field);
  if (asked && written >= *asked) return false;
  const bool leaves_two_digits = arma::abs(truth).max() >= 20.0 * half_unit(written);
  return leaves_two_digits || (written >= 1 && arma::abs(given).max() > 0.0);
}

// The decimals of one cell as it was written: three of 0.100.
int decimals_of_cell(const arma::mat& given, arma::uword cell, const std::vector<int>& in_cells) {
  const int own =
      decimals_of(arma::mat(1, 1, arma::fill::value(given(cell))), kMostWrittenDecimals);
  return cell < in_cells.size() ? std::max(own, in_cells[cell]) : own;
}

// Each cell is the truth, rounded to the decimals that it was written with: 0.40 is not 0.387.
bool is_right_as_written(const arma::mat& given, const arma::mat& truth,
                         const std::vector<int>& in_cells) {
  constexpr double kRounding = 1e-9;
  for (arma::uword cell = 0; cell < given.n_elem; ++cell) {
    const double allowed = half_unit(decimals_of_cell(given, cell, in_cells));
    if (!(std::abs(given(cell) - truth(cell)) <= allowed * (1.0 + kRounding))) return false;
  }
  return true;
}

// 20.1 for 20.09 beside cells with all their digits: each is rounded rightly, to what it has.
bool has_short_cells(const Field& field, const arma::mat& given, const arma::mat& truth,
                     const std::vector<int>& in_cells) {
  const auto asked = digits_after_the_point(field);
  if (!asked || given.n_elem < 2 || field.tolerance.is_exact()) return false;
  for (arma::uword cell = 0; cell < given.n_elem; ++cell) {
    const int written = decimals_of_cell(given, cell, in_cells);
    const double error = std::abs(given(cell) - truth(cell));
    if (is_close(given(cell), truth(cell), field.tolerance)) continue;
    if (written < 1 || written >= *asked || !(error <= half_unit(written))) return false;
  }
  return true;
}

// By at most two units of the last digit that was asked for, beside at least two other digits.
bool is_off_in_the_last_digit(const Field& field, const arma::mat& given, const arma::mat& truth,
                              int typed_decimals) {
  constexpr double kUnits = 2.0 + 1e-6, kThreeDigits = 100.0;
  const auto decimals = digits_after_the_point(field);
  const int written = std::max(typed_decimals, decimals_of(given, kMostWrittenDecimals));
  if (!decimals || written < *decimals) return false;
  const double unit = std::pow(10.0, -*decimals);
  const arma::mat rounded = arma::round(truth / unit) * unit;
  // Where nothing is rounded, a whole number is off by one for another reason.
  return arma::abs(truth - rounded).max() > 1e-6 * unit &&
         arma::abs(truth).max() >= kThreeDigits * unit &&
         arma::abs(given - rounded).max() <= kUnits * unit;
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
  const auto asked = digits_after_the_point(field);
  const bool are_written = asked && typed_decimals >= *asked;
  const bool is_short = has_fewer_digits(field, given, truth);
  const bool was_cut_off = is_cut_off(field, given, truth);
  const bool is_true_so_far =
      is_in_round_tens(field, given, truth) || is_right_as_written(given, truth, in_cells);
  if (is_short && !are_written && (is_true_so_far || was_cut_off))
    return turned("too_few_digits",
                  was_cut_off ? translated("Either the last digit is missing, or what stands after "
                                           "it was cut off. Round to all the digits that are asked "
                                           "for: up from 5.")
                              : translated("This is right as far as it goes, but it has fewer "
                                           "digits than are asked for."));
  if (was_cut_off)
    return turned("cut_off",
                  translated("The last digit is off by one: the digits after it were cut off, or a "
                             "number on the way was rounded. Round at the end, up from 5."));
  if (!is_short && has_short_cells(field, given, truth, in_cells))
    return turned("too_few_digits", translated("All of it is right as far as it goes, but some "
                                               "numbers have fewer right digits than are asked "
                                               "for."));
  if (is_off_in_the_last_digit(field, given, truth, typed_decimals))
    return turned("last_digit", translated("Only the last digit is off. Keep more digits on the "
                                           "way, and round at the end."));
  if (is_short)  // 0.7300 for 0.7311
    return turned("zeros_for_digits",
                  translated("This is right to fewer digits than are asked for. Zeros at the end "
                             "are not digits of the number."));
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
