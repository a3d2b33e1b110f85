#pragma once

#include <algorithm>
#include <cmath>

namespace attn {

// How many steps colours of heat have, and which of them a value gets: the same on every screen,
// page and figure. The colours themselves are theirs.

constexpr int kShareLevels = 10;
constexpr int kSignedLevels = 7;
constexpr int kSignedZero = kSignedLevels / 2;  ///< the step of what is nearly 0

/// The step of a share between 0 and 1: 0 for the smallest, 9 for the largest.
inline int share_level(double share) {
  return std::clamp(static_cast<int>(share * kShareLevels), 0, kShareLevels - 1);
}

/// The step of a value from −1 to 1, its size against the largest: 0 for −1, 3 around 0, 6 for 1.
inline int signed_level(double part) {
  const long step = std::lround(std::clamp(part, -1.0, 1.0) * kSignedZero);
  return static_cast<int>(step) + kSignedZero;
}

}  // namespace attn
