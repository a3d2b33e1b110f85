#include "practice/lint/mistakes.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/answer_text.hpp"
#include "practice/feedback/explanation.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/tried_answer.hpp"

namespace attn {
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
