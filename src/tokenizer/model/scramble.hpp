#pragma once

#include <cstdint>
#include <random>

namespace attn {

/// A number whose bits all hang on those of another.
/// Source:  Stafford's variant 13 of MurmurHash3's finalizer
inline std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
  return x ^ x >> 31;
}

/// A number that nobody can know beforehand, for tables whose keys come from a file.
inline std::uint64_t unforeseen_number() {
  std::random_device device;
  return static_cast<std::uint64_t>(device()) << 32 | device();
}

}  // namespace attn
