#pragma once

#include <cstdint>
#include <string_view>

#include "base/message.hpp"

namespace attn {

/// What a fuzz target does with some bytes: it traps where something is wrong.
using FuzzTarget = void (*)(std::string_view bytes);

/// Puts a target among those of attn_fuzz, which runs the one that it is called as.
struct NamedFuzzTarget {
  NamedFuzzTarget(const char* name, FuzzTarget target);
};

/// InputError is the only exception with which something may be refused.
template <typename Read>
void read_or_refuse(Read read) {
  try {
    read();
  } catch (const InputError&) {
  }
}

}  // namespace attn

/// A fuzz target, whose body follows: it does something with `bytes`, and throws nothing.
#define ATTN_FUZZ_TARGET(name)                                   \
  namespace attn {                                               \
  void name(std::string_view bytes);                             \
  }                                                              \
  const attn::NamedFuzzTarget k_named_##name(#name, attn::name); \
  void attn::name(std::string_view bytes)

/// One of a reader, which may refuse them.
#define ATTN_FUZZ_READER(name)                      \
  namespace attn {                                  \
  void read_by_##name(std::string_view bytes);      \
  }                                                 \
  ATTN_FUZZ_TARGET(name) {                          \
    read_or_refuse([&] { read_by_##name(bytes); }); \
  }                                                 \
  void attn::read_by_##name(std::string_view bytes)
