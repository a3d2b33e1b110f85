#include "measure/clock.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace attn {

Timing timed(const std::function<void()>& run, int min_runs, double min_seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr int kWarmUps = 2, kMostRuns = 100;
  for (int i = 0; i < kWarmUps; ++i) run();
  std::vector<double> taken;
  double total = 0;
  while (static_cast<int>(taken.size()) < kMostRuns &&
         (static_cast<int>(taken.size()) < min_runs || total < min_seconds)) {
    const Clock::time_point start = Clock::now();
    run();
    taken.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    total += taken.back();
  }
  std::sort(taken.begin(), taken.end());
  return {.median = taken[taken.size() / 2],
          .least = taken.front(),
          .n_runs = static_cast<int>(taken.size())};
}

}  // namespace attn
