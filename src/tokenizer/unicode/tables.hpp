#pragma once

#include <array>
#include <cstdint>

namespace attn {

/// Where the classes of characters change: the first character of each run << 11 | its classes, in
/// order. In two parts, that a file can be read.
extern const std::array<std::uint32_t, 2647> kLowClasses;
extern const std::array<std::uint32_t, 2647> kHighClasses;

/// Every `step`-th character from first to last, and how far away its lower case is.
struct LowerCaseRow {
  std::int32_t first, last, step, distance;
};

extern const std::array<LowerCaseRow, 185> kLowerCaseRows;

}  // namespace attn
