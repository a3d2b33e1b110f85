#include "network/workers.hpp"

#include <algorithm>
#include <atomic>

namespace attn {

std::size_t n_pieces(double work, std::size_t n_most) {
  constexpr double kWorthAPiece = 2e6;  // less is done sooner than another thread has woken up
  constexpr double kMostPieces = 16;
  auto n = static_cast<std::size_t>(std::clamp(work / kWorthAPiece, 1.0, kMostPieces));
  if (n > 1) n += n % 2;  // two threads have as much to do
  return std::clamp<std::size_t>(n, 1, std::max<std::size_t>(n_most, 1));
}

WorkPiece piece_of(std::size_t n, std::size_t n_pieces, std::size_t i, std::size_t grain) {
  const std::size_t n_grains = (n + grain - 1) / grain;
  const std::size_t first = n_grains * i / n_pieces * grain;
  const std::size_t last = std::min(n, n_grains * (i + 1) / n_pieces * grain);
  return {first, last > first ? last - first : 0};
}

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
