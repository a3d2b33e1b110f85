#pragma once

#include <string>
#include <vector>

#include "cli/exercise/session.hpp"

namespace attn {

/// A course beside what was done of it.
struct Standing {
  const Course& course;
  std::vector<ExerciseProgress> progress;  ///< of each exercise
  std::string latest;                      ///< the id of the one that was worked on last

  std::size_t count(ExerciseProgress::State state) const;

  /// The exercise to go on with: the latest while it is open, else the next open one, else one that
  /// was skipped. Null where all are passed.
  const Exercise* next() const;

  /// The exercise is passed, whatever progress says, and was worked on last.
  void take_as_passed(const std::string& id);
};

/// Errors: those of read_course.
Standing standing_of(ExerciseSession& session);

/// The line that says how to go on with the course, or that all of it is passed.
void add_next(Document& page, ExerciseSession& session, const Standing& standing);

}  // namespace attn
