#include "practice/lint/tried_answer.hpp"

#include <algorithm>
#include <cmath>

#include "practice/judge/diagnose.hpp"

namespace attn {

arma::mat written(const Field& field, const arma::mat& answer) {
  if (!field.is_numeric()) return answer;
  arma::mat rounded = answer;
  rounded.transform([&field](double value) {
    if (!std::isfinite(value)) return value;
    constexpr double kLeastUnit = 1e-6;  // people write no more decimals unless they are asked to
    const double allowed = allowed_error(value, field.tolerance);
    const double unit = field.tolerance.is_exact()
                            ? kLeastUnit
                            : std::pow(10.0, std::floor(std::log10(2.0 * allowed)));
    if (unit == 0.0) return value;
    return std::round(value / unit) * unit;
  });
  return rounded;
}

std::vector<FieldResult> tried_answers(const Exercise& exercise, const Worksheet& worksheet,
                                       const Alternative* alternative, const Field& last,
                                       bool as_written) {
  std::vector<FieldResult> results;
  Worksheet truths = worksheet;
  for (const Field& field : exercise.fields) {
    arma::mat truth = truths.numbers(field.name);
    if (alternative != nullptr) truth = truth_under(*alternative, worksheet, field).value_or(truth);
    const arma::mat answer = answer_of(field, truth);
    // A mistake in a field without a tolerance may be a third, which is then written as 1/3.
    const bool is_rounded = as_written && (alternative == nullptr || !field.tolerance.is_exact());
    results.push_back(judged(worksheet, field, is_rounded ? written(field, answer) : answer,
                             std::nullopt, results));
    if (&field == &last) break;
  }
  return results;
}

bool is_named_in(const FieldResult& result, const Alternative& alternative) {
  return std::any_of(
      result.shown.begin(), result.shown.end(),
      [&alternative](const Alternative* one) { return one->name == alternative.name; });
}

}  // namespace attn
