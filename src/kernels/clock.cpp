#include "kernels/clock.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace attn {

double seconds_now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

Timing timed(const std::function<void()>& run, const TimingRules& rules,
             const std::function<double()>& now) {
  for (int i = 0; i < rules.n_warm_ups; ++i) run();
  std::vector<double> taken;
  double total = 0;
  const auto is_enough = [&] {
    const int n_runs = static_cast<int>(taken.size());
    return n_runs >= rules.most_runs || (n_runs >= rules.min_runs && total >= rules.min_seconds) ||
           (n_runs >= rules.fewest_runs && total >= rules.enough_seconds);
  };
  while (!is_enough()) {
    const double start = now();
    run();
    taken.push_back(now() - start);
    total += taken.back();
  }
  std::sort(taken.begin(), taken.end());
  return {.median = taken[taken.size() / 2],
          .least = taken.front(),
          .n_runs = static_cast<int>(taken.size())};
}

}  // namespace attn
