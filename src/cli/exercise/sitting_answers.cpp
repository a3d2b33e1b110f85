#include "cli/exercise/sitting_answers.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "practice/progress/progress.hpp"

namespace attn {

template <typename Do>
void SittingAnswers::unless_it_fails(const Do& act) {
  try {
    act();
    trouble_.clear();
    if (const std::string& now = session_.kept_answers().damage(); !now.empty()) damage_ = now;
  } catch (const SurroundingsError& error) {
    trouble_ = error.what();
  }
}

SittingAnswers::SittingAnswers(ExerciseSession& session, const Exercise& exercise,
                               std::uint64_t variant)
    : session_(session), exercise_(exercise) {
  sheet_.exercise = exercise.id;
  sheet_.variant = variant;
  read_again();
}

void SittingAnswers::read_again() {
  unless_it_fails([&] { take(session_.kept_answers().read(exercise_.id, *sheet_.variant)); });
}

// The exercise may have lost questions since something was kept.
void SittingAnswers::take(AnswerSheet sheet) {
  std::erase_if(sheet.entries, [this](const AnswerEntry& entry) {
    return exercise_.find_field(entry.name) == nullptr;
  });
  sheet_ = std::move(sheet);
}

std::string SittingAnswers::text(const Field& field) const {
  for (const AnswerEntry& entry : sheet_.entries)
    if (entry.name == field.name) return entry.text;
  return "";
}

void SittingAnswers::keep(const Field& field, const std::string& text) {
  replace_answer(sheet_, field.name, text);
  unkept_[field.name] = text;
  unless_it_fails([&] {
    AnswerSheet kept;
    for (const auto& [name, typed] : unkept_)
      kept = session_.kept_answers().keep(exercise_.id, *sheet_.variant, name, typed);
    unkept_.clear();
    take(std::move(kept));
  });
}

}  // namespace attn
