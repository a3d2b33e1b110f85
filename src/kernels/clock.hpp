#pragma once

#include <functional>

namespace attn {

/// How often something was timed, and what came out.
struct Timing {
  double median = 0, least = 0;  ///< seconds
  int n_runs = 0;
};

/// How long something is timed: at least `min_runs` times and for `min_seconds`; what takes long
/// is left after `fewest_runs` and `enough_seconds`.
struct TimingRules {
  int n_warm_ups = 2;
  int min_runs = 5, fewest_runs = 3, most_runs = 100;
  double min_seconds = 0.3, enough_seconds = 2.0;
};

/// Seven runs, however long they take: of a ceiling, the least counts.
inline constexpr TimingRules kCeilingRules{.min_runs = 7, .fewest_runs = 7, .min_seconds = 0};

/// Seconds since some moment in the past, never going backwards.
double seconds_now();

/// Runs something to warm up and then as often as the rules say. The median is the middle run, or
/// the later one of two in the middle, so it is one that was measured.
///
/// Units:   seconds
Timing timed(const std::function<void()>& run, const TimingRules& rules = {},
             const std::function<double()>& now = seconds_now);

}  // namespace attn
