#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "grading/handout/handout.hpp"
#include "support/practice_exercise.hpp"

namespace attn {

/// A handout of these exercises, of which `practice_exercise` is one, for these students.
inline Handout small_handout(std::vector<HandoutCopy> copies = {{}},
                             std::vector<Exercise> exercises = {practice_exercise()}) {
  return {.course = "small",
          .exercises = std::move(exercises),
          .copies = std::move(copies),
          .command =
              [](const Exercise& exercise, std::uint64_t variant) {
                return fmt::format("attn exercise continue {} --variant {}", exercise.id, variant);
              },
          .speak = {}};
}

/// The practice exercise with one of its texts changed.
template <typename Change>
Exercise changed_exercise(const Change& change) {
  Exercise exercise = practice_exercise();
  change(exercise);
  return exercise;
}

}  // namespace attn
