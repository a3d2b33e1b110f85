#include "support/whole_answer.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/judge/check.hpp"

namespace attn {
namespace {

double rounded_to(double value, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::isfinite(value) ? std::round(value * unit) / unit + 0.0 : value;
}

// The decimals that show this many digits of a number.
int decimals_for(double value, int significant) {
  if (value == 0.0 || !std::isfinite(value)) return significant;
  return significant - 1 - static_cast<int>(std::floor(std::log10(std::abs(value))));
}

int asked_decimals(const Tolerance& tolerance, double value) {
  const Tolerance asked = asked_tolerance(tolerance);
  if (asked.decimals) return *asked.decimals;
  if (asked.significant) return decimals_for(value, *asked.significant);
  if (asked.absolute > 0.0) return static_cast<int>(std::ceil(-std::log10(asked.absolute) - 1e-9));
  return decimals_for(value, 1 + static_cast<int>(std::ceil(-std::log10(asked.relative) - 1e-9)));
}

// What stands for an answer in a worksheet: of a list, scores from which the same list comes out.
Definition definition_of(const Field& field, const HandedIn& answer) {
  if (answer.formula) return *answer.formula;
  if (field.kind != FieldKind::list) return answer.given;
  arma::mat scores(field.items.size(), 1, arma::fill::value(-arma::datum::inf));
  for (arma::uword i = 0; i < answer.given.n_elem; ++i)
    scores(static_cast<arma::uword>(answer.given(i))) =
        static_cast<double>(answer.given.n_elem - i);
  return scores;
}

// Where digits are lost on the way, an exercise may have that as a mistake: then they are kept.
bool keeps_all_digits(const Exercise& exercise, const Field& field) {
  return std::any_of(exercise.alternatives.begin(), exercise.alternatives.end(),
                     [&field](const Alternative& one) {
                       return one.name == "rounded_too_early" && !one.may_coincide &&
                              one.change.contains(field.name);
                     });
}

// The answer that follows from these; the right one where none does.
HandedIn following_from(const Field& field, const Worksheet& right, const Definitions& before) {
  try {
    Worksheet here = right.with(before);
    HandedIn answer = handed_in(field, here);
    if (answer.given.is_finite()) return answer;
  } catch (const InputError&) {
    // a slip from which nothing follows: shapes that do not fit
  }
  Worksheet untouched = right;
  return handed_in(field, untouched);
}

}  // namespace

HandedIn handed_in(const Field& field, Worksheet& worksheet) {
  HandedIn answer{answer_of(field, worksheet.numbers(field.name))};
  const RecipeValue& value = worksheet.value(field.name);
  if (const auto* formula = std::get_if<Expression>(&value)) answer.formula = *formula;
  return answer;
}

HandedIn rounded_as_asked(const Field& field, HandedIn answer) {
  if (field.is_numeric() && !field.tolerance.is_exact())
    answer.given.transform(
        [&field](double cell) { return rounded_to(cell, asked_decimals(field.tolerance, cell)); });
  return answer;
}

std::vector<FieldResult> judged_whole(const Worksheet& worksheet, Digits digits,
                                      const std::map<std::string, HandedIn>& slip,
                                      const Definitions& way) {
  const Worksheet right = worksheet.following().with(way);
  Definitions slips, gone_on_from;
  std::vector<FieldResult> results;
  for (const Field& field : worksheet.exercise().fields) {
    const auto own = slip.find(field.name);
    const bool is_slip = own != slip.end();
    const bool all_digits = keeps_all_digits(worksheet.exercise(), field);
    HandedIn answer =
        is_slip ? own->second : following_from(field, right, all_digits ? slips : gone_on_from);
    if (!is_slip && digits != Digits::all) answer = rounded_as_asked(field, std::move(answer));
    const Definition written = definition_of(field, answer);
    if (is_slip) slips.insert_or_assign(field.name, written);
    if (is_slip || digits == Digits::gone_on) gone_on_from.insert_or_assign(field.name, written);
    results.push_back(judged(worksheet, field, answer.given, answer.formula, results));
  }
  return results;
}

}  // namespace attn
