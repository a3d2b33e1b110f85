#pragma once

#include <cstddef>

#include "learning/tasks/learn_settings.hpp"

namespace attn {

/// By how many held-out sequences a model is judged, at most where a text has fewer.
struct HeldOutCounts {
  std::size_t quick = 0;     ///< at every point of the curve
  std::size_t thorough = 0;  ///< at the end
  std::size_t at_once = 0;   ///< of them go through a model together: what takes memory
};

constexpr HeldOutCounts held_out_counts(TaskKind task) {
  switch (task) {
    case TaskKind::copy:
      return {.quick = 200, .thorough = 2000, .at_once = 2000};
    case TaskKind::reverse:
    case TaskKind::sort:
      return {.quick = 200, .thorough = 1000, .at_once = 1000};
    case TaskKind::recall:
      return {.quick = 200, .thorough = 500, .at_once = 500};
    case TaskKind::classify:
      return {.quick = 500, .thorough = 2000, .at_once = 250};
    case TaskKind::text:
      break;
  }
  return {.quick = 128, .thorough = 1000, .at_once = 128};
}

}  // namespace attn
