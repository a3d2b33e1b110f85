#include "practice/judge/check.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "practice/answer/answer_context.hpp"
#include "practice/answer/read_answer.hpp"
#include "practice/feedback/shape_feedback.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/judge/follow_through.hpp"

namespace attn {

namespace {

void explain(FieldResult& result, const Diagnosis& diagnosis) {
  result.alternative = diagnosis.name();
  result.explanation = diagnosis.text;
}

// For a guess, the learner is told how good it was; it does not decide the verdict.
FieldResult noted(FieldResult result) {
  result.verdict = FieldVerdict::noted;
  const arma::uword n_right = result.given.n_elem - arma::accu(result.comparison.wrong);
  if (!result.comparison.same_shape)
    result.messages.push_back(shape_message(*result.field, result.given, result.expected));
  else if (result.field->kind == FieldKind::list)
    result.messages.push_back(message("{0} of the {1} you guessed are among them.",
                                      n_hits(*result.field, result.given, result.expected),
                                      result.given.n_elem));
  else
    result.messages.emplace_back(n_right == result.given.n_elem ? translated("That is right.")
                                                                : translated("That is not right."));
  return result;
}

void require_known_names(const Exercise& exercise, const AnswerSheet& sheet) {
  if (sheet.exercise && *sheet.exercise != exercise.id)
    throw InputError(message("this answer is for the exercise {}, not for {}.",
                             preview(*sheet.exercise), exercise.id));
  std::vector<std::string> known;
  for (const Field& field : exercise.fields) known.push_back(field.name);
  for (const AnswerEntry& entry : sheet.entries) {
    if (std::find(known.begin(), known.end(), entry.name) != known.end()) continue;
    const std::string meant = nearest(entry.name, known);
    const std::string what =
        message("the exercise {} does not ask for {}.", exercise.id, preview(entry.name));
    throw InputError(what, {meant.empty() ? message("It asks for: {}", listed(known))
                                          : message("Did you mean {}?", meant)});
  }
}

void require_same_variant(const Worksheet& worksheet, const AnswerSheet& sheet) {
  if (sheet.variant && *sheet.variant != worksheet.variant())
    throw InputError(message("this answer is for variant {}, not for variant {}.", *sheet.variant,
                             worksheet.variant()));
}

// The single numbers that were answered, by which later answers may name them.
std::map<std::string, double> numbers_in(const std::vector<FieldResult>& results) {
  std::map<std::string, double> numbers;
  for (const FieldResult& result : results)
    if (result.field->kind == FieldKind::number && result.given.n_elem == 1 &&
        result.given.is_finite())
      numbers[result.field->name] = result.given(0);
  return numbers;
}

}  // namespace

FieldResult judged(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                   const arma::mat& given, const std::vector<FieldResult>& before) {
  const EarlierAnswers earlier = earlier_answers(before);
  // Where a reading was accepted, what follows from that reading is right.
  Worksheet right = worksheet.with(earlier.accepted);
  FieldResult result{.field = &field, .given = given, .expected = right.numbers(field.name)};
  result.comparison = compare(field, given, result.expected);
  if (!field.is_graded) return noted(std::move(result));
  if (!result.comparison.same_shape) {
    result.verdict = FieldVerdict::wrong_shape;
    result.messages.push_back(shape_message(field, given, result.expected));
    return result;
  }
  if (result.comparison.matches()) {
    result.verdict = FieldVerdict::pass;
    return result;
  }
  if (const Diagnosis reading = equal_reading(exercise, right, field, given, earlier);
      reading.found()) {
    result.verdict = FieldVerdict::accepted;
    explain(result, reading);
    return result;
  }
  const std::vector<std::string> slips = slips_behind(worksheet, field, before);
  if (!slips.empty() && follows_from(exercise, right, result, earlier.wrong, before)) {
    result.verdict = FieldVerdict::follows;
    result.follows_of = slips;
    return result;
  }
  const Diagnosis mistake = equal_mistake(exercise, right, field, given, earlier);
  if (slips.empty() && !mistake.found())
    if (const auto match = match_with_rounded(right, result, before)) {
      result.verdict = FieldVerdict::pass;
      result.comparison = *match;
      result.messages.emplace_back(translated("It follows from what you rounded before."));
      return result;
    }
  result.verdict = FieldVerdict::wrong;
  if (!given.is_finite()) result.messages.push_back(not_finite_message(given));
  explain(result, mistake.found() ? mistake : turned_truth(field, given, result.expected));
  return result;
}

FieldResult check_field(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                        const AnswerEntry& entry, const std::vector<FieldResult>& before) {
  const Reading reading =
      read_answer(field, entry.text, answer_context(worksheet, field, numbers_in(before)));
  FieldResult result{.field = &field};
  if (reading.value) {
    result = judged(exercise, worksheet, field, *reading.value, before);
  } else {
    result.verdict = FieldVerdict::unreadable;
    result.explanation = reading.problem;
  }
  result.text = entry.text;
  result.line = entry.line;
  result.messages.insert(result.messages.end(), reading.remarks.begin(), reading.remarks.end());
  return result;
}

CheckResult check(const Exercise& exercise, const Worksheet& worksheet, const AnswerSheet& sheet) {
  require_known_names(exercise, sheet);
  require_same_variant(worksheet, sheet);
  CheckResult result{.exercise = &exercise, .variant = worksheet.variant(), .fields = {}};
  for (const Field& field : exercise.fields) {
    const auto entry =
        std::find_if(sheet.entries.begin(), sheet.entries.end(),
                     [&field](const AnswerEntry& one) { return one.name == field.name; });
    result.fields.push_back(entry == sheet.entries.end()
                                ? FieldResult{.field = &field}
                                : check_field(exercise, worksheet, field, *entry, result.fields));
  }
  result.verdict = verdict_of(result.fields);
  if (sheet.entries.empty()) result.remarks.emplace_back(translated("Nothing is filled in yet."));
  return result;
}

std::size_t CheckResult::n_slips() const {
  return static_cast<std::size_t>(std::count_if(
      fields.begin(), fields.end(), [](const FieldResult& result) { return result.is_slip(); }));
}

bool is_blank(const std::vector<FieldResult>& fields) {
  return std::all_of(fields.begin(), fields.end(), [](const FieldResult& result) {
    return result.verdict == FieldVerdict::missing;
  });
}

Verdict verdict_of(const std::vector<FieldResult>& fields) {
  const auto any = [&fields](FieldVerdict verdict) {
    return std::any_of(fields.begin(), fields.end(),
                       [verdict](const FieldResult& result) { return result.verdict == verdict; });
  };
  if (any(FieldVerdict::unreadable) || is_blank(fields)) return Verdict::unreadable;
  const bool all_right = std::all_of(fields.begin(), fields.end(), [](const FieldResult& result) {
    return result.is_right() || !result.field->is_graded;
  });
  return all_right ? Verdict::pass : Verdict::not_yet;
}

Reveal reveal_of(const Exercise& exercise, const Field& field) {
  return field.reveal.value_or(exercise.reveal);
}

}  // namespace attn
