#pragma once

#include <cstdlib>
#include <string>

#if defined(__SANITIZE_ADDRESS__)
#define ATTN_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ATTN_IS_SANITIZED 1
#endif
#endif

namespace attn {

/// Whether ATTN_ALL_ROUNDS=1 asks for all cases of a property that has many.
inline bool all_rounds() { return std::getenv("ATTN_ALL_ROUNDS") != nullptr; }

/// A number from the environment, such as ATTN_RANDOM_LINES=10000, or the usual one.
inline unsigned setting(const char* name, unsigned usual) {
  const char* const text = std::getenv(name);
  return text ? static_cast<unsigned>(std::stoul(text)) : usual;
}

/// How many random cases a property is tried on: n, and a fifth of them where the address sanitizer
/// watches, since each takes many times as long there. ATTN_ALL_ROUNDS=1 asks for all of them.
inline int rounds(int n) {
#ifdef ATTN_IS_SANITIZED
  return all_rounds() ? n : n / 5;
#else
  return n;
#endif
}

}  // namespace attn
