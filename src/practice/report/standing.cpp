#include "practice/report/standing.hpp"

#include <algorithm>

namespace attn {
namespace {

using State = ExerciseProgress::State;

bool is_open(const ExerciseProgress& progress) {
  return progress.state == State::untouched || progress.state == State::started;
}

}  // namespace

Standing::Standing(const Course& of, const Progress& done) : course(of), latest(done.latest) {
  for (const Exercise& exercise : course.exercises) progress.push_back(done.of(exercise.id));
}

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

}  // namespace attn
