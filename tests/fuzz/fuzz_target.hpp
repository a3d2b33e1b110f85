#pragma once

#include <cstddef>
#include <cstdint>

namespace attn {

/// What a fuzz target does with some bytes: 0, or it traps.
using FuzzTarget = int (*)(const std::uint8_t* bytes, std::size_t size);

/// Puts a target among those of attn_fuzz, which runs the one that it is called as.
struct NamedFuzzTarget {
  NamedFuzzTarget(const char* name, FuzzTarget target);
};

}  // namespace attn

/// A fuzz target, whose body follows: it reads `size` bytes at `bytes`, and returns 0.
#define ATTN_FUZZ_TARGET(name)                             \
  int name(const std::uint8_t* bytes, std::size_t size);   \
  const attn::NamedFuzzTarget k_named_##name(#name, name); \
  int name(const std::uint8_t* bytes, std::size_t size)
