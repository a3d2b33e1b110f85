#pragma once

#include <cstdint>

#include "cli/exercise/session.hpp"

namespace attn {

/// "hint 1 of 3".
Heading hint_heading(const Exercise& exercise, std::uint64_t stage);

/// Remembers that the first `n_read` hints were read.
void record_hints(ExerciseSession& session, const Exercise& exercise, std::uint64_t n_read);

/// The worked solution is for those who passed, and those who gave up.
inline bool may_read_solution(const ExerciseProgress& progress) {
  return is_passed(progress) || progress.gave_up;
}

}  // namespace attn
