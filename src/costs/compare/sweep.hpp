#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "costs/compare/cost_series.hpp"
#include "costs/costs.hpp"

namespace attn {

/// The values that one setting goes through.
struct SweepRange {
  std::string parameter;  ///< "tokens", "d_model": the name it has in machine output
  std::uint64_t from = 0, to = 0;
  std::optional<std::uint64_t> step{};  ///< absent: each value is twice the one before
  std::vector<std::uint64_t> values{};  ///< not empty: these values, from the first to the last
};

/// The most values of a sweep.
constexpr std::size_t kMostSweepValues = 1000;

/// From the first to the last, both always among them: 512, 1024, 2048 …, in equal steps, or those
/// that are named.
/// Errors: InputError if the range is empty, runs backwards, starts at zero, has a step of zero or
///         more than kMostSweepValues values, or if the named values do not rise.
std::vector<std::uint64_t> values_of(const SweepRange& range);

/// Where one series becomes larger than another, or stops being larger.
struct SweepCrossing {
  std::string left, right;       ///< ids of two series
  bool is_larger_after = false;  ///< left is larger than right after it; without one, everywhere
  /// The last value before it and the first after it; absent if there is none. One apart, or, where
  /// not every whole number is possible (heads have to divide), two values of the sweep.
  std::optional<std::uint64_t> last_before, first_after;
  bool is_equal_before = false;                  ///< at last_before both are the same
  std::uint64_t looked_from = 0, looked_to = 0;  ///< there is no other one between these

  bool is_exact() const { return first_after && *last_before + 1 == *first_after; }
};

struct SweepPoint {
  std::uint64_t value = 0;
  Costs costs;
};

struct Sweep {
  SweepRange range;
  std::vector<SweepPoint> points;
  std::vector<SweepCrossing> crossings;
};

using CostsAt = std::function<Costs(std::uint64_t value)>;

/// The costs at each value, and for each pair of series the last crossing.
///
/// A crossing is found by bisection on exact counts, so it is the whole number, not an estimate.
/// For tokens it is looked for outside the range too, since pairs grow faster than all else: from
/// one token to kMostTokensLookedAt. Pairs of which one is always zero are left out.
///
/// Errors: InputError if the range is refused, or a value by `costs_at`.
Sweep sweep_of(const SweepRange& range, const CostsAt& costs_at,
               const std::vector<std::pair<CostSeries, CostSeries>>& compared);

constexpr std::uint64_t kMostTokensLookedAt = 1'000'000'000'000;

}  // namespace attn
