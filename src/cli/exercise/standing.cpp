#include "cli/exercise/standing.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

using State = ExerciseProgress::State;

bool is_open(const ExerciseProgress& progress) {
  return progress.state == State::untouched || progress.state == State::started;
}

}  // namespace

std::size_t Standing::count(State state) const {
  return static_cast<std::size_t>(
      std::count_if(progress.begin(), progress.end(),
                    [state](const ExerciseProgress& one) { return one.state == state; }));
}

const Exercise* Standing::next() const {
  const auto& exercises = course.exercises;
  const auto found = std::find_if(exercises.begin(), exercises.end(),
                                  [this](const Exercise& one) { return one.id == latest; });
  const auto from =
      static_cast<std::size_t>(found == exercises.end() ? 0 : found - exercises.begin());
  for (std::size_t i = 0; i < exercises.size(); ++i)
    if (const std::size_t at = (from + i) % exercises.size(); is_open(progress[at]))
      return &exercises[at];
  for (std::size_t i = 0; i < exercises.size(); ++i)
    if (progress[i].state == State::skipped) return &exercises[i];
  return nullptr;
}

void Standing::take_as_passed(const std::string& id) {
  for (std::size_t i = 0; i < progress.size(); ++i)
    if (course.exercises[i].id == id) progress[i].state = State::passed;
  latest = id;
}

Standing standing_of(ExerciseSession& session) {
  Standing standing{session.course(), {}, session.progress().latest};
  for (const Exercise& exercise : standing.course.exercises)
    standing.progress.push_back(session.progress().of(exercise.id));
  return standing;
}

void add_next(Document& page, ExerciseSession& session, const Standing& standing) {
  if (const Exercise* const next = standing.next())
    page.pieces.emplace_back(
        next_line(translated("next"), session.command(fmt::format("show {}", next->number))));
  else if (!standing.course.exercises.empty())
    page.pieces.emplace_back(Paragraph{
        translated("All exercises are passed. With --variant 1, 2, .. they come with other "
                   "numbers.")});
}

}  // namespace attn
