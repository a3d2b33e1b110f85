// The machine: how many threads work is shared by, when more are worth it, and its clock.
#pragma once

#include <functional>

namespace attn {

/// How many threads work is shared by unless it is set: what OPENBLAS_NUM_THREADS or
/// OMP_NUM_THREADS asks for, as many as the processors allowed to us at most and by default.
unsigned usual_threads();

/// At most so many threads, as many as may each ask OpenBLAS for a product at once: each takes 128
/// MiB of address space then, which a limit (ulimit -v) may not leave. At least one.
unsigned threads_with_room(unsigned n_threads);

/// To be called before the first product. OpenBLAS takes 128 MiB of address space for it, and asks
/// again without end for as long as it gets none.
/// Errors:  SurroundingsError if a limit (ulimit -v) leaves less than that.
void require_room_for_products();

/// While it lives, OpenBLAS uses that many threads for a product; else it has one, since each of
/// its own takes as much memory again, and goes on spinning for a while after each product. Only
/// one object at a time: the number is one for the whole process.
class BlasThreads {
 public:
  explicit BlasThreads(unsigned n_threads);
  ~BlasThreads();
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  int n_threads_before_;
};

/// How many shares n things make with at most this many in each.
template <class Integer>
constexpr Integer divided_up(Integer n, Integer most_in_share) {
  return (n + most_in_share - 1) / most_in_share;
}

/// How many threads are worth starting for so many operations: at most n_threads, or
/// usual_threads() for 0, and at least one.
///
/// Units:   multiplications and additions
unsigned threads_worth(double n_operations, unsigned n_threads);

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
