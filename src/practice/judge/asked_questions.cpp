#include "practice/judge/asked_questions.hpp"

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

std::vector<std::string> question_names(const Exercise& exercise) {
  std::vector<std::string> names;
  for (const Field& field : exercise.fields) names.push_back(field.name);
  return names;
}

void require_question(const Exercise& exercise, const AnswerEntry& entry) {
  if (exercise.find_field(entry.name) != nullptr) return;
  const std::vector<std::string> known = question_names(exercise);
  const std::string meant = nearest(entry.name, known);
  const std::string name = preview(entry.name);
  const std::string what = entry.named_at == 0
                               ? message("the exercise {} does not ask for {}.", exercise.id, name)
                               : message("line {}: the exercise {} does not ask for {}.",
                                         std::to_string(entry.named_at), exercise.id, name);
  throw InputError(what, {meant.empty() ? message("It asks for: {}", listed(known))
                                        : message("Did you mean {}?", meant)});
}

bool may_be_for(const Exercise& exercise, const AnswerSheet& sheet) {
  return !sheet.exercise || *sheet.exercise == exercise.id ||
         *sheet.exercise == std::to_string(exercise.number);
}

void require_same_exercise(const Exercise& exercise, const AnswerSheet& sheet) {
  if (may_be_for(exercise, sheet)) return;
  throw InputError(message("this answer is for the exercise {}, not for {}.",
                           preview(*sheet.exercise), exercise.id));
}

std::vector<std::string> unread_lines(const Exercise& exercise, const AnswerSheet& sheet) {
  std::vector<std::string> sentences = sheet.unread;
  for (const AnswerEntry& entry : sheet.entries) {
    try {
      require_question(exercise, entry);
    } catch (const InputError& error) {
      std::string text = error.what();
      for (const std::string& hint : error.hints) add_sentence(text, hint);
      sentences.push_back(text);
    }
  }
  return sentences;
}

void require_same_variant(const Worksheet& worksheet, const AnswerSheet& sheet) {
  if (sheet.variant && *sheet.variant != worksheet.variant())
    throw InputError(message("this answer is for variant {}, not for variant {}.", *sheet.variant,
                             worksheet.variant()));
}

}  // namespace attn
