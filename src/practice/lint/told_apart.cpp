#include <algorithm>
#include <cmath>
#include <utility>

#include "base/message.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/faults.hpp"
#include "practice/lint/lint.hpp"

namespace attn {

namespace {

// The names of those that are told with another sentence together with an alternative.
std::vector<std::string> told_beside(const Alternative& alternative, const FieldResult& result) {
  std::vector<std::string> names;
  for (const Alternative* one : result.shown)
    if (one->name != alternative.name &&
        text_of_misconception(*one) != text_of_misconception(alternative))
      names.push_back(one->name);
  return names;
}

}  // namespace

ToldApart::ToldApart(const Exercise& exercise) : exercise_(exercise) {
  for (const Alternative& alternative : exercise.alternatives)
    proofs_.push_back({.alternative = &alternative});
}

void ToldApart::Proof::see(const std::optional<FieldResult>& seen) {
  if (!seen) return;
  const FieldResult& result = *seen;
  field = result.field;
  if (!is_told(*alternative, result)) {
    mistaken_for = taken_for(result);
    return;
  }
  const std::vector<std::string> others = told_beside(*alternative, result);
  if (!std::exchange(is_recognised, true)) {
    beside = others;
    return;
  }
  std::erase_if(beside, [&others](const std::string& name) {
    return std::find(others.begin(), others.end(), name) == others.end();
  });
}

void ToldApart::try_with(const Worksheet& worksheet) {
  const TriedAnswers tried(exercise_, worksheet);
  for (Proof& proof : proofs_) {
    const Alternative& one = *proof.alternative;
    if (!applies(one, worksheet)) continue;
    for (const bool as_written : {true, false})
      if (!proof.is_complete()) proof.see(tried.first_wrong(one, as_written));
    for (const Alternative& reading : exercise_.alternatives)
      if (reading.accepted && &reading != &one && !proof.is_complete())
        proof.see(tried.first_wrong_after(reading, one));
  }
}

bool ToldApart::is_complete() const {
  return std::all_of(proofs_.begin(), proofs_.end(),
                     [](const Proof& proof) { return proof.is_complete(); });
}

// Of the recipes that a stage has for one mistake, one is enough: it knows nothing of the numbers.
bool ToldApart::has_complete_twin(const Proof& proof) const {
  const Alternative& one = *proof.alternative;
  return std::any_of(proofs_.begin(), proofs_.end(), [&one](const Proof& other) {
    return other.is_complete() && other.alternative->name == one.name &&
           other.alternative->place == one.place && one.place.line > 0;
  });
}

std::vector<AlternativeFault> ToldApart::faults() const {
  std::vector<AlternativeFault> faults;
  std::set<std::set<std::string>> named;
  for (const Proof& proof : proofs_) {
    const std::string& name = proof.alternative->name;
    if (proof.is_complete() || has_complete_twin(proof)) continue;
    if (proof.field == nullptr) {
      faults.push_back({proof.alternative,
                        message("{} gives the right answer everywhere, whatever the numbers. Leave "
                                "it out; one of a [[stage]] is named under except.",
                                name)});
    } else if (!proof.is_recognised) {
      faults.push_back(
          {proof.alternative,
           message("the answer of {0} to {1} is never recognised: it is taken for {2}.", name,
                   proof.field->name, proof.mistaken_for)});
    } else if (named.insert({name, proof.beside.front(), proof.field->name}).second) {
      faults.push_back({proof.alternative,
                        message("{0} and {1} give the same answer to {2} in all variants: make "
                                "them one, whose sentence names both.",
                                name, proof.beside.front(), proof.field->name)});
    }
  }
  return faults;
}

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

bool is_told(const Alternative& alternative, const FieldResult& result) {
  const bool has_verdict =
      alternative.accepted ? result.verdict == FieldVerdict::accepted : result.is_slip();
  return has_verdict && is_named_in(result, alternative);
}

std::string taken_for(const FieldResult& result) {
  return result.alternative.empty() ? name_in(kFieldVerdicts, result.verdict) : result.alternative;
}

namespace {

ShownMistake::Kind kind_of(const Alternative& alternative) {
  if (alternative.accepted) return ShownMistake::Kind::accept;
  return alternative.printed ? ShownMistake::Kind::printed : ShownMistake::Kind::misconception;
}

// The answer as it may be typed; a formula as the manifest has it, "..." where it is computed.
std::string typed_text(const Alternative& alternative, const FieldResult& result) {
  const Field& field = *result.field;
  if (field.kind != FieldKind::expression) return answer_text(field, result.given);
  const auto formula = alternative.formulas.find(field.name);
  return formula != alternative.formulas.end() ? formula->second : "...";
}

}  // namespace

std::vector<ShownMistake> shown_mistakes(const Exercise& exercise) {
  const TriedAnswers tried(exercise, Worksheet(exercise));
  std::vector<ShownMistake> mistakes;
  for (const Alternative& alternative : exercise.alternatives) {
    ShownMistake& shown = mistakes.emplace_back(
        ShownMistake{exercise.id, alternative.name, kind_of(alternative), "", "", "", ""});
    const std::optional<FieldResult> result = tried.first_wrong(alternative, /*as_written=*/true);
    if (!result) continue;
    shown.field = result->field->name;
    shown.answer = typed_text(alternative, *result);
    shown.diagnosed = is_named_in(*result, alternative) ? alternative.name : result->alternative;
    shown.text = whole_explanation(*result);
  }
  return mistakes;
}

}  // namespace attn
