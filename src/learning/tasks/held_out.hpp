#pragma once

#include <cstddef>

#include "learning/tasks/learn_settings.hpp"

namespace attn {

/// By how many held-out sequences a model is judged, at most where a text has fewer.
struct HeldOutCounts {
  std::size_t quick = 0;     ///< at every point of the curve
  std::size_t thorough = 0;  ///< at the end
};

constexpr HeldOutCounts held_out_counts(TaskKind task) {
  switch (task) {
    case TaskKind::copy:
      return {.quick = 200, .thorough = 2000};
    case TaskKind::reverse:
    case TaskKind::sort:
      return {.quick = 200, .thorough = 1000};
    case TaskKind::recall:
      return {.quick = 200, .thorough = 500};
    case TaskKind::classify:
      return {.quick = 500, .thorough = 2000};
    case TaskKind::text:
      break;
  }
  return {.quick = 128, .thorough = 1000};
}

/// Held-out sequences of a classification that go through a model together.
inline constexpr std::size_t kClassifyAtOnce = 250;

/// Held-out pieces of a text by which its heads are measured, all together.
inline constexpr std::size_t kTextOfHeads = 128;

/// How many held-out sequences go through a model together at most: what takes memory.
constexpr std::size_t most_judged_at_once(TaskKind task) {
  if (task == TaskKind::classify) return kClassifyAtOnce;
  if (task == TaskKind::text) return kTextOfHeads;
  return held_out_counts(task).thorough;
}

}  // namespace attn
