#include "practice/report/standing.hpp"

#include <algorithm>
#include <optional>

namespace attn {
namespace {

using State = ExerciseProgress::State;

bool is_still_open(const ExerciseProgress& progress) {
  return progress.state == State::untouched || progress.state == State::started;
}

std::optional<std::size_t> place_of_id(const std::vector<Exercise>& exercises,
                                       const std::string& id) {
  for (std::size_t i = 0; i < exercises.size(); ++i)
    if (exercises[i].id == id) return i;
  return std::nullopt;
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
  const std::size_t from = place_of_id(exercises, latest).value_or(0);
  for (std::size_t i = 0; i < exercises.size(); ++i)
    if (const std::size_t at = (from + i) % exercises.size(); is_still_open(progress[at]))
      return &exercises[at];
  for (std::size_t i = 0; i < exercises.size(); ++i)
    if (progress[i].state == State::skipped) return &exercises[i];
  return nullptr;
}

const Exercise* Standing::next_after(const std::string& id, bool in_variants) const {
  const auto& exercises = course.exercises;
  const std::size_t here = place_of_id(exercises, id).value_or(exercises.size());
  const auto first_that = [&](const auto& fits) -> const Exercise* {
    for (std::size_t i = 0; i < exercises.size(); ++i) {
      const std::size_t at = (here + i) % exercises.size();
      if (at == here || (in_variants && exercises[at].variant.empty())) continue;
      if (fits(progress[at])) return &exercises[at];
    }
    return nullptr;
  };
  if (const Exercise* const open = first_that(is_still_open)) return open;
  return first_that([](const ExerciseProgress& one) { return one.state == State::skipped; });
}

void Standing::take_as_passed(const std::string& id) {
  for (std::size_t i = 0; i < progress.size(); ++i)
    if (course.exercises[i].id == id) progress[i].state = State::passed;
  latest = id;
}

}  // namespace attn
