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

// The first exercise in that state, looked for from a place on and then from the beginning.
template <typename Fits>
const Exercise* first_in(State state, const Standing& standing, std::size_t from,
                         const Fits& fits) {
  const auto& exercises = standing.course.exercises;
  for (std::size_t i = 0; i < exercises.size(); ++i) {
    const std::size_t at = (from + i) % exercises.size();
    if (standing.progress[at].state == state && fits(exercises[at])) return &exercises[at];
  }
  return nullptr;
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
  const auto here = place_of_id(course.exercises, latest);
  if (here && is_still_open(progress[*here])) return &course.exercises[*here];
  const auto any = [](const Exercise&) { return true; };
  for (const State state : {State::started, State::untouched})
    if (const Exercise* const found = first_in(state, *this, here.value_or(0), any)) return found;
  return first_in(State::skipped, *this, 0, any);
}

const Exercise* Standing::next_after(const std::string& id, bool in_variants) const {
  const auto fits = [&](const Exercise& one) {
    return one.id != id && !(in_variants && one.variant.empty());
  };
  const std::size_t here = place_of_id(course.exercises, id).value_or(0);
  for (const State state : {State::started, State::untouched, State::skipped})
    if (const Exercise* const found = first_in(state, *this, here, fits)) return found;
  return nullptr;
}

void Standing::take_as_passed(const std::string& id) {
  for (std::size_t i = 0; i < progress.size(); ++i)
    if (course.exercises[i].id == id) progress[i].state = State::passed;
  latest = id;
}

}  // namespace attn
