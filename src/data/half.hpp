#pragma once

#include <cstdint>

namespace attn {

/// The value of a 16-bit float (IEEE 754 binary16): 1 sign, 5 exponent and 10 fraction bits.
///
///     (-1)^s · 2^(e-15) · (1 + f/1024),   or (-1)^s · 2^-14 · f/1024 where e = 0
///
/// Every such value is a double, so that nothing is rounded; infinities and NaN stay what they are.
double half_value(std::uint16_t bits);

/// The value of a bfloat16: the upper half of a 32-bit float.
double bfloat16_value(std::uint16_t bits);

}  // namespace attn
