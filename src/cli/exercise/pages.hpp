#pragma once

#include <cstdint>

#include "cli/exercise/session.hpp"

namespace attn {

/// The hints that help with a question, from 1: those that it names, else all of them.
std::vector<std::uint64_t> hints_for(const Exercise& exercise, const Field& field);

/// The next hint for a question, so many of whose hints were shown; it counts as read from now on.
/// Where those were all, that is said, and the last one comes again.
Document next_hint_for(ExerciseSession& session, Worksheet& worksheet, const Field& field,
                       std::size_t n_shown);

/// Remembers that these hints were read, from 1.
void record_hints(ExerciseSession& session, const Exercise& exercise,
                  const std::vector<std::uint64_t>& read);

/// The worked solution is for those who passed, and those who gave up.
inline bool may_read_solution(const ExerciseProgress& progress) {
  return is_passed(progress) || progress.gave_up;
}

}  // namespace attn
