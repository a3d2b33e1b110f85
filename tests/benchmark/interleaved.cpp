#include "benchmark/interleaved.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "benchmark/surroundings.hpp"

namespace attn {
namespace {

// The value below which this part of the values lies: 0.5 is the median.
double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  const double place = part * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double seconds_per_run(const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::duration<double> kFilled(0.05);
  pause_for_blas();
  run();
  const Clock::time_point start = Clock::now();
  std::chrono::duration<double> taken(0);
  int n_runs = 0;
  do {
    run();
    ++n_runs;
    taken = Clock::now() - start;
  } while (taken < kFilled);
  return taken.count() / n_runs;
}

}  // namespace

Timer timer(std::function<void()> run) {
  return [run = std::move(run)] { return seconds_per_run(run); };
}

Comparison interleaved(const Timer& first, const Timer& second, int n_rounds) {
  std::vector<double> firsts, seconds, ratios;
  for (int round = 0; round < n_rounds; ++round) {
    if (round % 2) seconds.push_back(second());
    firsts.push_back(first());
    if (round % 2 == 0) seconds.push_back(second());
    ratios.push_back(seconds.back() / firsts.back());
  }
  return {.ratio = quantile(ratios, 0.5),
          .lower = quantile(ratios, 0.25),
          .upper = quantile(ratios, 0.75),
          .first = quantile(firsts, 0.5),
          .second = quantile(seconds, 0.5)};
}

}  // namespace attn
