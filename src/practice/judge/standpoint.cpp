#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/message.hpp"
#include "base/number.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/judge/judging.hpp"

namespace attn {

namespace {

constexpr std::size_t kMostStandpoints = 64;
constexpr arma::uword kMostRoundedCells = 256;

bool are_all_equal(const arma::mat& numbers) {
  return arma::all(arma::vectorise(numbers) == numbers(0));
}

// Of a list, a choice and a word, a number is a place.
bool is_of_places(const Field& field) {
  return !field.has_cells() && field.kind != FieldKind::expression;
}

// Zeros, the same number everywhere, a constant for a formula, or nothing but NaN.
bool says_nothing(const FieldResult& result) {
  if (result.given.empty()) return false;
  if (is_of_places(*result.field)) return false;
  const arma::mat &given = result.given, &truth = result.expected;
  if (given.is_zero() || arma::find_finite(given).is_empty()) return true;
  return given.n_elem > 1 && are_all_equal(given) && !are_all_equal(truth);
}

bool are_zeros(const Field& field, const arma::mat& given) {
  return !is_of_places(field) && !given.empty() && given.is_zero();
}

bool is_certain(const FieldResult& result) {
  return std::any_of(result.shown.begin(), result.shown.end(),
                     [](const Alternative* one) { return !one->may_coincide; });
}

// Zeros that a mistake gives, and that were not filled in for want of an answer as in a sheet of
// zeros: there are other numbers beside them, or they are the first and no other mistake's.
bool are_meant_zeros(const FieldResult& zeros, const std::vector<FieldResult>& before) {
  bool has_other_zeros = false;
  for (const FieldResult& other : before) {
    if (is_of_places(*other.field) || other.given.empty()) continue;
    if (!other.given.is_zero()) return !zeros.shown.empty();
    has_other_zeros = has_other_zeros || other.field != zeros.field;
  }
  return is_certain(zeros) && !has_other_zeros;
}

// The same number everywhere, and no 0: numbers may be computed from it as from any other answer.
bool is_tie(const FieldResult& result) {
  return result.field->is_numeric() && result.given.n_elem > 1 && are_all_equal(result.given) &&
         !are_all_equal(result.expected) && !result.given.is_zero();
}

// The number of a tie once more; but a fraction that a mistake gives, as equal weights are, is
// hardly filled in.
bool is_repeated_tie(const arma::mat& given, const FieldResult& earlier) {
  if (!is_tie(earlier) || given.empty() || !are_all_equal(given)) return false;
  const bool is_of_a_mistake = !earlier.shown.empty() && given(0) != std::round(given(0));
  return given(0) == earlier.given(0) && !is_of_a_mistake;
}

// A row of NaN can be followed: it makes a row of it. Of −∞ nobody knows what is meant.
bool can_be_followed(const FieldResult& result) {
  return result.field->is_graded && !result.given.empty() &&
         (result.formula || !result.given.has_inf()) && !result.field->is_order &&
         (!is_blank_slip(result) || is_tie(result));
}

// Of scores of which most are equal and none is above them, nearly any list has the best: only the
// one in the order of the items follows.
bool is_any_list_right(const Field& field, const arma::mat& given, const arma::mat& scores) {
  if (field.kind != FieldKind::list || scores.has_nan()) return false;
  const arma::uword n_best = arma::accu(scores == scores.max());
  return 2 * n_best > scores.n_elem && n_best >= field.count &&
         !arma::approx_equal(given, answer_of(field, scores), "absdiff", 0.0);
}

// A list as scores from which the same list comes out; any other answer as it is.
Definition as_written(const FieldResult& result) {
  if (result.formula) return *result.formula;
  if (result.field->kind != FieldKind::list) return result.given;
  arma::mat scores(result.field->items.size(), 1, arma::fill::value(-arma::datum::inf));
  for (arma::uword i = 0; i < result.given.n_elem; ++i)
    scores(static_cast<arma::uword>(result.given(i))) =
        static_cast<double>(result.given.n_elem - i);
  return scores;
}

double asked_error(const FieldResult& result) {
  const Tolerance asked = asked_tolerance(result.field->tolerance);
  return std::max(asked.absolute, asked.relative * arma::abs(result.given).max());
}

std::optional<RoundedAnswer> rounded_answer(const FieldResult& result) {
  if (!result.field->is_numeric() || result.field->tolerance.is_exact()) return std::nullopt;
  const double written = half_unit(result.written_decimals());
  return RoundedAnswer{result.field->name, result.given, std::min(written, asked_error(result))};
}

Standpoint with_written(Standpoint standpoint, const FieldResult& result) {
  standpoint.answers.insert_or_assign(result.field->name, as_written(result));
  if (auto rounded = rounded_answer(result)) standpoint.rounded.push_back(std::move(*rounded));
  return standpoint;
}

// Written with all digits, so that it makes no difference which of the two is gone on from.
bool is_the_truth(const FieldResult& result) {
  if (result.verdict != FieldVerdict::pass) return false;
  if (result.formula || result.field->kind == FieldKind::list) return true;
  return arma::abs(result.given - result.expected).max() <=
         1e-12 * std::max(1.0, arma::abs(result.expected).max());
}

// One wrong answer: as written, or what its mistake gives with all digits.
std::vector<Standpoint> choices_after(const Worksheet& worksheet, const Standpoint& standpoint,
                                      const FieldResult& slip) {
  std::vector<Standpoint> choices{with_written(standpoint, slip)};
  for (const Alternative* shown : slip.shown) {
    Standpoint everywhere = standpoint, here = standpoint;
    for (const auto& [name, definition] : shown->change)
      everywhere.answers.insert_or_assign(name, definition);
    choices.push_back(everywhere);
    if (const auto value = value_at(worksheet, everywhere, *slip.field)) {
      here.answers.insert_or_assign(slip.field->name, *value);
      choices.push_back(std::move(here));
    }
  }
  return choices;
}

// What a rounded cell, moved by half a unit, moves each cell of the result by; summed up.
std::optional<arma::mat> play(const Worksheet& worksheet, const Standpoint& standpoint,
                              const Field& field, const arma::mat& value) {
  arma::mat sum(arma::size(value), arma::fill::zeros);
  for (const RoundedAnswer& rounded : standpoint.rounded) {
    if (!worksheet.depends_on(field.name, {rounded.name})) continue;
    if (rounded.written.n_elem > kMostRoundedCells)
      return std::nullopt;  // a computation for each of them
    for (arma::uword cell = 0; cell < rounded.written.n_elem; ++cell) {
      Standpoint moved = standpoint;
      arma::mat other = rounded.written;
      other(cell) += rounded.half_unit;
      moved.answers.insert_or_assign(rounded.name, other);
      const auto moved_value = value_at(worksheet, moved, field);
      if (!moved_value || arma::size(*moved_value) != arma::size(value)) return std::nullopt;
      sum += arma::abs(*moved_value - value);
    }
  }
  return sum;
}

}  // namespace

bool is_blank_slip(const FieldResult& result) {
  return result.is_slip() && result.shown.empty() && says_nothing(result);
}

bool is_nothing_after(const Field& field, const arma::mat& given, const FieldResult& earlier,
                      const std::vector<FieldResult>& before) {
  if (!earlier.is_slip()) return false;
  const bool is_after_zeros = are_zeros(*earlier.field, earlier.given);
  if (!is_of_places(field)) {
    const bool are_filled_in = is_after_zeros && !are_meant_zeros(earlier, before);
    return (are_zeros(field, given) && (are_filled_in || is_tie(earlier))) ||
           is_repeated_tie(given, earlier);
  }
  // A mask says of each cell who may attend, be it always the same; and a single 0 is less than
  // another number, where of several zeros none is the largest.
  const bool is_after_several_zeros = is_after_zeros && earlier.given.n_elem > 1;
  return earlier.field->kind != FieldKind::mask && (is_after_several_zeros || is_tie(earlier));
}

std::vector<const FieldResult*> results_behind(const Worksheet& worksheet, const Field& field,
                                               const arma::mat& given,
                                               const std::vector<FieldResult>& before) {
  std::vector<const FieldResult*> behind;
  for (const FieldResult& result : before)
    if (can_be_followed(result) && !is_nothing_after(field, given, result, before) &&
        worksheet.depends_on(field.name, {result.field->name}))
      behind.push_back(&result);
  return behind;
}

std::vector<Standpoint> standpoints(const Worksheet& worksheet,
                                    const std::vector<const FieldResult*>& behind) {
  std::vector<Standpoint> starts{{}};
  for (const FieldResult* result : behind) {
    if (!result->is_slip()) continue;
    std::vector<Standpoint> longer;
    for (const Standpoint& start : starts)
      for (Standpoint& choice : choices_after(worksheet, start, *result))
        longer.push_back(std::move(choice));
    starts = std::move(longer);
    starts.resize(std::min(starts.size(), kMostStandpoints));
  }
  std::vector<Standpoint> all;
  for (Standpoint standpoint : starts) {
    all.push_back(standpoint);
    for (const FieldResult* result : behind) {
      if (result->is_slip() || is_the_truth(*result) || all.size() > 2 * kMostStandpoints) continue;
      standpoint = with_written(std::move(standpoint), *result);
      all.push_back(standpoint);
    }
  }
  return all;
}

std::optional<arma::mat> value_at(const Worksheet& worksheet, const Standpoint& standpoint,
                                  const Field& field) {
  try {
    return worksheet.with(standpoint.answers).numbers(field.name);
  } catch (const InputError&) {
    return std::nullopt;  // nothing follows from that
  }
}

bool follows_at(const Worksheet& worksheet, const Standpoint& standpoint, const Field& field,
                const arma::mat& given) {
  constexpr double kMostPlay = 0.2;  // of the largest cell: beyond that, anything would follow
  const auto value = value_at(worksheet, standpoint, field);
  if (!value || is_any_list_right(field, given, *value)) return false;
  const Comparison comparison = compare(field, given, *value);
  if (comparison.matches() || is_rounded_to_sum(field, given, *value)) return true;
  if (!comparison.same_shape || !field.is_numeric()) return false;
  // No number is near to infinity, and every one is as near to NaN as the next.
  if (!given.is_finite() || !value->is_finite()) return false;
  const auto slack = play(worksheet, standpoint, field, *value);
  if (!slack || !slack->is_finite() || slack->max() > kMostPlay * arma::abs(*value).max())
    return false;
  for (arma::uword cell = 0; cell < given.n_elem; ++cell)
    if (std::abs(given(cell) - (*value)(cell)) >
        allowed_error((*value)(cell), field.tolerance) + (*slack)(cell) * (1.0 + 1e-9))
      return false;
  return true;
}

bool is_rounded_truth(const Worksheet& worksheet, const FieldResult& result,
                      const std::vector<FieldResult>& before) {
  const std::optional<int> asked = result.field->tolerance.decimals;
  if (!result.field->is_numeric() || (!asked && !result.field->tolerance.significant)) return true;
  const int written = result.written_decimals();
  if (asked && written <= *asked) return true;
  const double allowed = half_unit(written);
  Standpoint as_written_before;
  for (const FieldResult* earlier :
       results_behind(worksheet, *result.field, result.given, before)) {
    if (earlier->field == result.field) break;
    as_written_before = with_written(std::move(as_written_before), *earlier);
  }
  const auto is_rounded = [&](const arma::mat& exact) {
    return arma::size(result.given) == arma::size(exact) &&
           arma::abs(result.given - exact).max() <= allowed;
  };
  const auto value = value_at(worksheet, as_written_before, *result.field);
  return is_rounded(result.expected) || (value && is_rounded(*value));
}

namespace {

// The decimals of a number as it was written; 620 may be meant in tens, if no more was asked for.
int written_decimals(const arma::mat& given, std::optional<int> asked, int typed) {
  const int written = std::max(typed, decimals_of(given, kMostWrittenDecimals));
  if (written > 0 || !asked || *asked >= 0) return written;
  const bool is_rounder = decimals_of(given * std::pow(10.0, *asked), 1) == 0;
  return is_rounder ? *asked : written;
}

// The digits that a number was written with, if it is so large or so small that nobody writes all
// of them.
double half_of_last_digit(double number) {
  constexpr double kRounding = 1e-14;  // of 0.1^50
  for (int decimals = 0; decimals < kMostWrittenDecimals; ++decimals)
    if (const double written =
            parse_number(fmt::format("{:.{}e}", std::abs(number), decimals)).value_or(0.0);
        std::abs(written - std::abs(number)) <= kRounding * std::abs(number))
      return 0.5 * std::pow(10.0, std::floor(std::log10(std::abs(number))) - decimals);
  return 0.0;
}

// Whether it is below the last decimal that people write, as 1e-50 is.
bool is_tiny(double number) {
  constexpr double kTiny = 1e-12;
  return number != 0.0 && std::abs(number) < kTiny;
}

void drop_rests(arma::mat& numbers) {
  for (double& cell : numbers)
    if (is_rest(cell)) cell = 0.0;
}

// How far a number may be from one that was rounded to what was written.
double allowed_by_digits(const Field& field, const arma::mat& given, int typed_decimals) {
  const std::optional<int> asked = asked_decimals(field.tolerance);
  const int written = written_decimals(given, asked, typed_decimals);
  const double largest = arma::abs(given).max();
  constexpr double kAllDigits = 1e-9;
  if (is_tiny(largest)) return std::max(half_of_last_digit(largest), kAllDigits * largest);
  constexpr double kThreeDigits = 200.0;  // half units
  constexpr arma::uword kSeveral = 3;
  const bool are_several = given.n_elem >= kSeveral && written > 1;
  const bool speaks_for_itself = are_several || (written > 0 && given.n_elem == 1 &&
                                                 largest >= kThreeDigits * half_unit(written));
  if (speaks_for_itself) return half_unit(written);
  if (field.tolerance.is_exact() || largest == 0.0) return 0.0;
  return half_unit(std::max(written, asked.value_or(written)));
}

// The same −∞ in both is left out.
void drop_common_infinities(arma::mat& one, arma::mat& other) {
  const arma::uvec infinite = arma::find(one == other && arma::abs(one) == arma::datum::inf);
  one.elem(infinite).zeros();
  other.elem(infinite).zeros();
}

// 7.3071e43 is compared by its digits, of which there are three at least.
void drop_huge_alike(arma::mat& one, arma::mat& other) {
  constexpr double kHuge = 1e15, kThreeDigits = 200.0, kRounding = 1.0 + 1e-9;
  for (arma::uword cell = 0; cell < one.n_elem; ++cell) {
    if (!(std::abs(one(cell)) >= kHuge) || !std::isfinite(one(cell))) continue;
    const double allowed = half_of_last_digit(one(cell)) * kRounding;
    if (std::abs(one(cell)) < kThreeDigits * allowed) continue;
    if (std::abs(one(cell) - other(cell)) <= allowed) one(cell) = other(cell);
  }
}

}  // namespace

bool is_rest(double number) {
  constexpr double kLargestRest = 1e-15, kSmallestRest = 1e-19;
  const double size = std::abs(number);
  return size > kSmallestRest && size < kLargestRest && half_of_last_digit(number) == 0.0;
}

bool fits(const Field& field, const arma::mat& given, const arma::mat& candidate,
          int typed_decimals) {
  if (!field.is_numeric()) return compare(field, given, candidate).matches();
  if (arma::size(given) != arma::size(candidate)) return false;
  arma::mat one = given, other = candidate;
  drop_common_infinities(one, other);
  drop_huge_alike(one, other);
  drop_rests(one);
  if (!one.is_finite() || !other.is_finite()) return false;
  if (one.is_zero()) return other.is_zero(Tolerance::kExact);  // which has no digits
  if (field.tolerance.is_exact() && compare(field, one, other).matches()) return true;
  return arma::abs(one - other).max() <= allowed_by_digits(field, one, typed_decimals);
}

}  // namespace attn
