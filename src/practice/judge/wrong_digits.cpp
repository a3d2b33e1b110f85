#include "practice/judge/wrong_digits.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/judge/shares.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

Diagnosis digits_are(const char* name, const std::string& text) { return {{}, name, text}; }

std::string text_of_cut_off() {
  return translated(
      "The last digit is off by one: the digits after it were cut off, or a number on the way was "
      "rounded. Round at the end, up from 5.");
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

// Whether a number is another one, rounded to so many decimals; from a half, up or down: people
// round away from 0, programs to an even digit.
bool is_rounded(double given, double truth, int decimals) {
  constexpr double kHair = 1e-9;
  const double half = 0.5 * std::pow(10.0, -decimals);
  return std::abs(given - truth) <= half + kHair * (half + std::abs(truth));
}

bool are_rounded(const arma::mat& given, const arma::mat& truth, int decimals) {
  for (arma::uword cell = 0; cell < given.n_elem; ++cell)
    if (!is_rounded(given(cell), truth(cell), decimals)) return false;
  return true;
}

// 0.33 0.33 0.34 for three thirds.
bool are_rounded_to_sum(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const int written = decimals_of(given, kMostWrittenDecimals);
  Field coarser = field;
  coarser.tolerance.decimals = written;
  coarser.tolerance.absolute = half_unit(written);
  return field.tolerance.decimals && !are_rounded(given, truth, written) &&
         is_rounded_to_sum(coarser, given, truth);
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
  if (!are_rounded(given, truth, written) && !are_rounded_to_sum(field, given, truth)) return false;
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
  for (arma::uword cell = 0; cell < given.n_elem; ++cell)
    if (!is_rounded(given(cell), truth(cell), decimals_of_cell(given, cell, in_cells)))
      return false;
  return true;
}

// How a cell came to its last digit.
enum class LastDigit { rounded, cut, raised, other };

LastDigit last_digit_of(double given, double truth, int decimals) {
  constexpr double kRounding = 1e-9;
  const double unit = std::pow(10.0, -decimals);
  if (is_rounded(given, truth, decimals)) return LastDigit::rounded;
  const bool is_near = std::abs(given - truth) <= unit * (1.0 - kRounding) && given * truth >= 0.0;
  if (!is_near) return LastDigit::other;
  return std::abs(given) < std::abs(truth) ? LastDigit::cut : LastDigit::raised;
}

// The digits after the last one were cut off, or it was raised where they are below a half: in some
// cells, beside others that are rounded rightly. Each may have fewer digits than are asked for.
Diagnosis cut_or_raised(const Field& field, const arma::mat& given, const arma::mat& truth,
                        const std::vector<int>& in_cells) {
  constexpr double kTwoDigits = 10.0;
  const auto asked = digits_after_the_point(field);
  if (!asked || field.tolerance.is_exact() || !truth.is_finite()) return {};
  arma::uword n_cut = 0, n_raised = 0;
  int fewest = *asked;
  for (arma::uword cell = 0; cell < given.n_elem; ++cell) {
    const int written = decimals_of_cell(given, cell, in_cells);
    if (is_close(given(cell), truth(cell), field.tolerance)) continue;
    const LastDigit last = last_digit_of(given(cell), truth(cell), written);
    if (last == LastDigit::other || written > *asked) return {};
    fewest = std::min(fewest, written);
    n_cut += last == LastDigit::cut ? 1 : 0;
    n_raised += last == LastDigit::raised ? 1 : 0;
  }
  const bool has_two_digits = arma::abs(given).max() * std::pow(10.0, fewest) >= kTwoDigits;
  if ((n_cut == 0) == (n_raised == 0) || !has_two_digits) return {};
  if (fewest < *asked)
    return n_cut > 0
               ? digits_are(
                     "cut_short",
                     translated("Digits were cut off, and there are fewer than are asked for. "
                                "Round to all the digits that are asked for: up from 5."))
               : digits_are(
                     "rounded_up_short",
                     translated("Digits were rounded up where they are below 5, and there are "
                                "fewer than are asked for."));
  return n_cut > 0 ? digits_are("cut_off", text_of_cut_off())
                   : digits_are("rounded_up",
                                translated("The last digit is one too large: it is rounded up only "
                                           "where a 5 or more stands behind it."));
}

// 20.1 for 20.09 beside cells with all their digits: each is rounded rightly, to what it has.
bool has_short_cells(const Field& field, const arma::mat& given, const arma::mat& truth,
                     const std::vector<int>& in_cells) {
  const auto asked = digits_after_the_point(field);
  if (!asked || given.n_elem < 2 || field.tolerance.is_exact()) return false;
  for (arma::uword cell = 0; cell < given.n_elem; ++cell) {
    const int written = decimals_of_cell(given, cell, in_cells);
    if (is_close(given(cell), truth(cell), field.tolerance)) continue;
    if (written < 1 || written >= *asked || !is_rounded(given(cell), truth(cell), written))
      return false;
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

}  // namespace

Diagnosis wrong_digits(const Field& field, const arma::mat& given, const arma::mat& truth,
                       int typed_decimals, const std::vector<int>& in_cells) {
  const auto asked = digits_after_the_point(field);
  const bool are_written = asked && typed_decimals >= *asked;
  const bool is_short = has_fewer_digits(field, given, truth);
  const bool was_cut_off = is_cut_off(field, given, truth);
  const bool is_summing = is_short && are_rounded_to_sum(field, given, truth);
  const bool is_true_so_far = is_summing || is_in_round_tens(field, given, truth) ||
                              is_right_as_written(given, truth, in_cells);
  if (const Diagnosis digits = cut_or_raised(field, given, truth, in_cells);
      digits.found() && !is_summing)
    return digits;
  const bool has_fewer = is_short && !are_written && (is_true_so_far || was_cut_off);
  const bool has_fewer_in_cells = !is_short && has_short_cells(field, given, truth, in_cells);
  if (was_cut_off && (has_fewer || has_fewer_in_cells))
    return digits_are("too_few_digits",
                      translated("Either the last digit is missing, or what stands after it was "
                                 "cut off. Round to all the digits that are asked for: up from "
                                 "5."));
  if (has_fewer)
    return digits_are("too_few_digits", translated("This is right as far as it goes, but it has "
                                                   "fewer digits than are asked for."));
  if (was_cut_off) return digits_are("cut_off", text_of_cut_off());
  if (has_fewer_in_cells)
    return digits_are("too_few_digits", translated("All of it is right as far as it goes, but some "
                                                   "numbers have fewer right digits than are asked "
                                                   "for."));
  if (is_off_in_the_last_digit(field, given, truth, typed_decimals))
    return digits_are("last_digit",
                      translated("Only the last digit is off. Keep more digits on the "
                                 "way, and round at the end."));
  const bool has_zeros = typed_decimals > decimals_of(given, kMostWrittenDecimals);
  if (is_short && has_zeros)  // 0.7300 for 0.7311, and not 7/10
    return digits_are(
        "zeros_for_digits",
        translated("This is right to fewer digits than are asked for. Zeros at the end "
                   "are not digits of the number."));
  return {};
}

}  // namespace attn
