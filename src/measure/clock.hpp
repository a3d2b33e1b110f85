#pragma once

#include <functional>

namespace attn {

/// How often something was timed, and what came out.
struct Timing {
  double median = 0, least = 0;  ///< seconds
  int n_runs = 0;
};

/// Runs something twice to warm up and then at least `min_runs` times and for `min_seconds`, up to
/// a hundred times.
///
/// Units:   seconds
Timing timed(const std::function<void()>& run, int min_runs = 5, double min_seconds = 0.3);

}  // namespace attn
