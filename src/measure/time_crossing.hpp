#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace attn {

/// How long something took for a number of tokens.
struct TimedAt {
  std::uint64_t tokens = 0;
  double seconds = 0;
};

/// Where one series becomes slower than another, or stops being slower, as far as it was measured.
struct TimeCrossing {
  bool is_slower_after = false;  ///< left is slower after it; without a crossing, everywhere
  /// The two measured places that it lies between, and about where; absent without a crossing.
  std::optional<std::uint64_t> last_before{}, first_after{};
  std::optional<double> tokens{};
  std::uint64_t looked_from = 0, looked_to = 0;  ///< the places that both were measured at
};

/// The last place where one series overtakes another.
///
///     ln T = ln T_1 + (ln T_2 − ln T_1) · r_1 / (r_1 − r_2),   r = ln(left / right)
///
/// Between two places both are taken for powers of the number of tokens, which are straight lines
/// on logarithmic axes.
///
/// Units:   tokens
/// Errors:  none; absent where no place was measured in both. Times are positive.
std::optional<TimeCrossing> time_crossing(const std::vector<TimedAt>& left,
                                          const std::vector<TimedAt>& right);

}  // namespace attn
