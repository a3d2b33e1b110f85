#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

/// A number that is another one for other bytes, most probably: to notice that something changed,
/// and to draw numbers. It keeps no secret.
/// Source: FNV-1a in 64 bits, its bits then mixed as SplitMix64 does.
std::uint64_t fingerprint_of(std::string_view bytes);

/// The same as 16 digits in base 16.
std::string fingerprint_text(std::string_view bytes);

}  // namespace attn
