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

namespace {

// A mistake in a field without a tolerance may be a third, which is then written as 1/3.
arma::mat as_people_write(const Field& field, const arma::mat& answer) {
  return field.tolerance.is_exact() ? answer : written(field, answer);
}

// What an alternative gives to a field, as it is handed in. A shape that the field does not have is
// no truth, but may be handed in all the same. Nothing where it does not reach the field.
std::optional<arma::mat> handed_in(const Worksheet& worksheet, const Alternative& alternative,
                                   const Field& field) {
  std::optional<arma::mat> value = worksheet.under(alternative, field);
  if (!value) value = worksheet.following().under(alternative, field);
  if (value) value = answer_of(field, *value);
  return value;
}

bool is_right(Worksheet worksheet, const Field& field, const arma::mat& answer) {
  return compare(field, answer, worksheet.numbers(field.name)).matches();
}

}  // namespace

std::vector<FieldResult> tried_answers(const Exercise& exercise, const Worksheet& worksheet,
                                       const Alternative* alternative, const Field& last,
                                       bool as_written) {
  std::vector<FieldResult> results;
  Worksheet truths = worksheet;
  for (const Field& field : exercise.fields) {
    arma::mat answer = answer_of(field, truths.numbers(field.name));
    if (alternative != nullptr) answer = handed_in(worksheet, *alternative, field).value_or(answer);
    const auto put_down = alternative == nullptr ? written : as_people_write;
    results.push_back(judged(worksheet, field, as_written ? put_down(field, answer) : answer,
                             std::nullopt, results));
    if (&field == &last) break;
  }
  return results;
}

TriedAnswers::TriedAnswers(const Exercise& exercise, const Worksheet& worksheet)
    : exercise_(exercise),
      worksheet_(worksheet),
      right_(tried_answers(exercise, worksheet, nullptr, exercise.fields.back(), true)) {}

bool TriedAnswers::answers_rightly_before(const Alternative& alternative, const Field& last) const {
  for (const FieldResult& right : right_) {
    if (right.field == &last) return true;
    const auto value = handed_in(worksheet_, alternative, *right.field);
    if (!value) continue;
    const arma::mat answer = as_people_write(*right.field, *value);
    if (arma::size(answer) != arma::size(right.given) ||
        arma::any(arma::vectorise(answer != right.given)))
      return false;
  }
  return true;
}

std::optional<FieldResult> TriedAnswers::first_wrong(const Alternative& alternative,
                                                     bool as_written) const {
  for (const FieldResult& right : right_) {
    const Field& field = *right.field;
    if (!field.is_graded) continue;
    const auto answer = handed_in(worksheet_, alternative, field);
    if (!answer || compare(field, *answer, right.expected).matches()) continue;
    return judged(worksheet_, field, as_written ? as_people_write(field, *answer) : *answer,
                  std::nullopt, before(alternative, field));
  }
  return std::nullopt;
}

std::optional<FieldResult> TriedAnswers::first_wrong_after(const Alternative& reading,
                                                           const Alternative& alternative) const {
  Definitions accepted;
  std::vector<FieldResult> before;
  for (FieldResult& result :
       tried_answers(exercise_, worksheet_, &reading, exercise_.fields.back(), true)) {
    const Field& field = *result.field;
    if (!accepted.empty() && field.is_graded) {
      const Worksheet there = worksheet_.following().with(accepted);
      const auto answer = handed_in(there, alternative, field);
      if (answer && !is_right(there, field, *answer))
        return judged(worksheet_, field, as_people_write(field, *answer), std::nullopt, before);
    }
    if (result.verdict == FieldVerdict::accepted) accepted.emplace(field.name, result.given);
    before.push_back(std::move(result));
  }
  return std::nullopt;
}

std::vector<FieldResult> TriedAnswers::before(const Alternative& alternative,
                                              const Field& last) const {
  const auto here = std::find_if(right_.begin(), right_.end(), [&last](const FieldResult& right) {
    return right.field == &last;
  });
  if (answers_rightly_before(alternative, last)) return {right_.begin(), here};
  auto results = tried_answers(exercise_, worksheet_, &alternative, last, /*as_written=*/true);
  results.pop_back();
  return results;
}

bool is_named_in(const FieldResult& result, const Alternative& alternative) {
  return std::any_of(
      result.shown.begin(), result.shown.end(),
      [&alternative](const Alternative* one) { return one->name == alternative.name; });
}

}  // namespace attn
