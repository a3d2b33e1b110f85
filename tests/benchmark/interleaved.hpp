#pragma once

#include <functional>

namespace attn {

/// How two things compare that were timed in turns.
struct Comparison {
  double ratio = 0;              ///< median over the rounds of time of the second / the first
  double lower = 0, upper = 0;   ///< quartiles of it
  double first = 0, second = 0;  ///< medians of their times, in seconds
};

/// Something that can be timed again and again: each call gives the seconds of one run.
using Timer = std::function<double()>;

/// A run as a timer: the mean over as many runs as fill 50 ms, after one run to warm up and a pause
/// that lets the BLAS's threads go to sleep.
Timer timer(std::function<void()> run);

/// Times both in every round, in changing order, and compares within the round: the speed of a
/// machine that others use changes from one second to the next, and for both alike.
Comparison interleaved(const Timer& first, const Timer& second, int n_rounds);

}  // namespace attn
