#include "costs/compare/sweep.hpp"

#include <algorithm>

#include "base/count.hpp"
#include "base/message.hpp"

namespace attn {
namespace {

using SeriesPair = std::pair<CostSeries, CostSeries>;

void require_sensible(const SweepRange& range) {
  if (range.from == 0)
    throw InputError(message("A sweep starts at 1 or more, but {} starts at 0.", range.parameter));
  if (range.from == range.to)
    throw InputError(message("A sweep needs two ends, but {} goes from {} to {}.", range.parameter,
                             range.from, range.to));
  if (range.from > range.to)
    throw InputError(message("A sweep goes up: write {0}={2}:{1}, not {0}={1}:{2}.",
                             range.parameter, range.from, range.to));
  if (range.step && *range.step == 0)
    throw InputError(message("A sweep of {} with a step of 0 never arrives.", range.parameter));
  const std::uint64_t n_steps = !range.values.empty() ? range.values.size() - 1
                                : range.step ? (range.to - range.from - 1) / *range.step + 1
                                             : 0;
  if (n_steps >= kMostSweepValues)
    throw InputError(
        message("A sweep has at most {} values, but {} goes from {} to {} in {} steps.",
                kMostSweepValues, range.parameter, range.from, range.to, n_steps));
}

void require_rising(const SweepRange& range) {
  for (std::size_t i = 1; i < range.values.size(); ++i)
    if (range.values[i] <= range.values[i - 1])
      throw InputError(message("The values of a sweep go up, but {1} comes after {0}.",
                               range.values[i - 1], range.values[i]));
}

class CrossingSearch {
 public:
  CrossingSearch(const std::vector<SweepPoint>& points, const CostsAt& costs_at,
                 const SeriesPair& compared)
      : points_(points), costs_at_(costs_at), compared_(compared) {}

  bool is_worth_it() const {
    const auto is_something = [this](const CostSeries& series) {
      return std::any_of(points_.begin(), points_.end(),
                         [&](const SweepPoint& point) { return series.of(point.costs) > 0; });
    };
    return is_something(compared_.first) && is_something(compared_.second);
  }

  SweepCrossing search(bool looks_outside) {
    crossing_ = {.left = compared_.first.id,
                 .right = compared_.second.id,
                 .looked_from = points_.front().value,
                 .looked_to = points_.back().value};
    crossing_.is_larger_after = is_larger(points_.back().costs);
    for (std::size_t i = points_.size() - 1; i > 0; --i)
      if (is_larger(points_[i - 1].costs) != crossing_.is_larger_after) {
        narrow(points_[i - 1].value, points_[i].value);
        return crossing_;
      }
    if (!looks_outside) return crossing_;
    if (crossing_.is_larger_after)
      look_below();
    else
      look_above();
    return crossing_;
  }

 private:
  int sign(const Costs& costs) const {
    return cmp(compared_.first.of(costs), compared_.second.of(costs));
  }
  bool is_larger(const Costs& costs) const { return sign(costs) > 0; }

  // Bisects between two values, of which only the upper one has the order that holds afterwards.
  void narrow(std::uint64_t before, std::uint64_t after) {
    try {
      while (after - before > 1) {
        const std::uint64_t middle = before + (after - before) / 2;
        if (is_larger(costs_at_(middle)) == crossing_.is_larger_after)
          after = middle;
        else
          before = middle;
      }
      crossing_.is_equal_before = sign(costs_at_(before)) == 0;
    } catch (const InputError&) {
      // A value between those of the sweep is impossible: the crossing is between the two.
    }
    crossing_.last_before = before;
    crossing_.first_after = after;
  }

  void look_below() {
    std::uint64_t above = crossing_.looked_from;
    while (above > 1) {
      const std::uint64_t below = above / 2;
      crossing_.looked_from = below;
      if (!is_larger(costs_at_(below))) return narrow(below, above);
      above = below;
    }
  }

  void look_above() {
    std::uint64_t below = crossing_.looked_to;
    while (below < kMostTokensLookedAt) {
      const std::uint64_t above = std::min(2 * below, kMostTokensLookedAt);
      crossing_.looked_to = above;
      if (is_larger(costs_at_(above))) {
        crossing_.is_larger_after = true;
        return narrow(below, above);
      }
      below = above;
    }
  }

  const std::vector<SweepPoint>& points_;
  const CostsAt& costs_at_;
  const SeriesPair& compared_;
  SweepCrossing crossing_;
};

}  // namespace

std::vector<std::uint64_t> values_of(const SweepRange& range) {
  require_rising(range);
  require_sensible(range);
  if (!range.values.empty()) return range.values;
  std::vector<std::uint64_t> values;
  for (std::uint64_t value = range.from; value < range.to;) {
    values.push_back(value);
    const std::uint64_t more = range.step.value_or(value);
    if (range.to - value <= more) break;
    value += more;
  }
  values.push_back(range.to);
  return values;
}

Sweep sweep_of(const SweepRange& range, const CostsAt& costs_at,
               const std::vector<SeriesPair>& compared) {
  Sweep sweep{.range = range, .points = {}, .crossings = {}};
  for (const std::uint64_t value : values_of(range))
    sweep.points.push_back({.value = value, .costs = costs_at(value)});
  for (const SeriesPair& pair : compared) {
    CrossingSearch search(sweep.points, costs_at, pair);
    if (search.is_worth_it()) sweep.crossings.push_back(search.search(range.parameter == "tokens"));
  }
  return sweep;
}

}  // namespace attn
