#include "kernels/least_seconds.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace attn {

double least_seconds(const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  constexpr int kWarmUps = 2, kRepetitions = 7;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kWarmUps + kRepetitions; ++i) {
    const Clock::time_point start = Clock::now();
    run();
    const std::chrono::duration<double> taken = Clock::now() - start;
    if (i >= kWarmUps) least = std::min(least, taken.count());
  }
  return least;
}

}  // namespace attn
