#pragma once

#include "practice/exercise.hpp"
#include "practice/lint/exercise_faults.hpp"

namespace attn {

/// Looks over the requests that a program is tried with: every right reply can be computed and is
/// finite, what must stay has the shape of the reply, every mistake gives another reply somewhere,
/// and no two that may not coincide give the same ones everywhere. There is a template and a
/// solution for every language. Nothing is run.
void lint_requests(const Exercise& exercise, ExerciseFaults& faults);

}  // namespace attn
