#include "network/vectors.hpp"

#include <atomic>

namespace attn {
namespace {

bool processor_has_wide_vectors() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

std::atomic<bool>& are_wide() {
  static std::atomic<bool> wide = processor_has_wide_vectors();
  return wide;
}

}  // namespace

NarrowVectors::NarrowVectors() { are_wide() = false; }

NarrowVectors::~NarrowVectors() { are_wide() = processor_has_wide_vectors(); }

bool has_wide_vectors() { return are_wide().load(std::memory_order_relaxed); }

}  // namespace attn
