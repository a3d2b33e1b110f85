#pragma once

#include <string>
#include <vector>

#include "practice/course/course.hpp"
#include "practice/progress/progress.hpp"

namespace attn {

/// A course beside what was done of it.
struct Standing {
  const Course& course;
  std::vector<ExerciseProgress> progress;  ///< of each exercise
  std::string latest;                      ///< the id of the one that was worked on last

  Standing(const Course& of, const Progress& done);

  std::size_t count(ExerciseProgress::State state) const;

  /// The exercise to go on with: the latest while it is open, else the next one that was begun,
  /// else the next new one, else one that was skipped. Null where all are passed.
  const Exercise* next() const;

  /// The exercise to go on with when this one is left as it is: the next one behind it that was
  /// begun, else the next new one, else one that was skipped; with `in_variants` only those that
  /// come in variants. Null where there is no other.
  const Exercise* next_after(const std::string& id, bool in_variants = false) const;

  /// The exercise is passed, whatever progress says, and was worked on last.
  void take_as_passed(const std::string& id);
};

}  // namespace attn
