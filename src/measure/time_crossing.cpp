#include "measure/time_crossing.hpp"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

// The logarithm of how many times slower left is.
struct Ratio {
  std::uint64_t tokens = 0;
  double log_ratio = 0;

  bool is_slower() const { return log_ratio > 0; }
};

std::vector<Ratio> ratios_of(const std::vector<TimedAt>& left, const std::vector<TimedAt>& right) {
  std::vector<Ratio> ratios;
  for (const TimedAt& one : left)
    for (const TimedAt& other : right)
      if (one.tokens == other.tokens)
        ratios.push_back({one.tokens, std::log(one.seconds / other.seconds)});
  std::sort(ratios.begin(), ratios.end(),
            [](const Ratio& a, const Ratio& b) { return a.tokens < b.tokens; });
  return ratios;
}

double place_between(const Ratio& before, const Ratio& after) {
  const double share = before.log_ratio / (before.log_ratio - after.log_ratio);
  const double from = std::log(static_cast<double>(before.tokens));
  const double to = std::log(static_cast<double>(after.tokens));
  return std::exp(from + (to - from) * share);
}

}  // namespace

std::optional<TimeCrossing> time_crossing(const std::vector<TimedAt>& left,
                                          const std::vector<TimedAt>& right) {
  const std::vector<Ratio> ratios = ratios_of(left, right);
  if (ratios.empty()) return std::nullopt;
  TimeCrossing crossing{.is_slower_after = ratios.back().is_slower(),
                        .looked_from = ratios.front().tokens,
                        .looked_to = ratios.back().tokens};
  for (std::size_t i = ratios.size() - 1; i > 0; --i) {
    if (ratios[i - 1].is_slower() == ratios[i].is_slower()) continue;
    crossing.last_before = ratios[i - 1].tokens;
    crossing.first_after = ratios[i].tokens;
    crossing.tokens = place_between(ratios[i - 1], ratios[i]);
    break;
  }
  return crossing;
}

}  // namespace attn
