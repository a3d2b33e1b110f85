#include "practice/lint/exercise_faults.hpp"

#include "data/files/file.hpp"

namespace attn {

ExerciseFaults::ExerciseFaults(LintReport& report, const Exercise& exercise)
    : report_(report), exercise_(exercise) {}

void ExerciseFaults::add(const std::string& text) {
  if (told_.insert(text).second) report_.faults.push_back({exercise_.id, text});
}

void ExerciseFaults::add(Place place, const std::string& text) {
  add(place.line == 0 ? text
                      : place.file + ": " + line_place(place.line, place.column) + ": " + text);
}

void ExerciseFaults::add(const Alternative& alternative, const std::string& text) {
  if (marked_.insert(&alternative).second) add(alternative.place, text);
}

Place ExerciseFaults::place_of(const std::string& name) const {
  const auto found = exercise_.places.find(name);
  return found == exercise_.places.end() ? Place{} : found->second;
}

}  // namespace attn
