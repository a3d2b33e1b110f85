#pragma once

#include <cstdint>

#include "practice/exercise.hpp"
#include "practice/lint/exercise_faults.hpp"

namespace attn {

/// Computes everything that an exercise defines, with its own numbers. What cannot be computed is
/// a fault, and not what depends on it. Whether all of it can be.
bool lint_values(const Exercise& exercise, ExerciseFaults& faults);

/// Looks over what an exercise asks for, with its own numbers and with those of `n_variants`
/// variants: the truth is finite and passes as people write it; every mistake and reading that may
/// not coincide is told where it first shows; every other one is told with some numbers, and not
/// together with the same other one each time, for which more variants are tried where they are
/// needed. How many of the `n_variants` could be looked at.
std::uint64_t lint_numbers(const Exercise& exercise, std::uint64_t n_variants,
                           ExerciseFaults& faults);

}  // namespace attn
