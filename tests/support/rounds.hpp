#pragma once

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define ATTN_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ATTN_IS_SANITIZED 1
#endif
#endif

namespace attn {

/// How many random cases a property is tried on: n, and a fifth of them where the address sanitizer
/// watches, since each takes many times as long there. ATTN_ALL_ROUNDS=1 asks for all of them.
inline int rounds(int n) {
#ifdef ATTN_IS_SANITIZED
  return std::getenv("ATTN_ALL_ROUNDS") ? n : n / 5;
#else
  return n;
#endif
}

}  // namespace attn
