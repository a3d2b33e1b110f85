#include "network/draws.hpp"

#include <algorithm>

namespace attn {
namespace {

// Both numbers that one pair of draws gives. u is never 0, whose logarithm is −∞.
struct NormalPair {
  float first, second;
};
NormalPair normal_pair(const Draws& draws, std::uint32_t i) {
  const float u = draws.uniform(2 * i) + 0x1p-25F;
  const float turns = draws.uniform(2 * i + 1) - 0.5F;
  const float r = std::sqrt(-2.0F * elementary::log(u));
  return {r * elementary::cos_of_turns(turns), r * elementary::sin_of_turns(turns)};
}

}  // namespace

template <class Real>
void fill_normal(const Draws& draws, Real* x, std::size_t n) {
  // Two loops over short pieces, because the compiler makes vector code of each alone.
  constexpr std::size_t kPiece = 64;
  float first[kPiece], second[kPiece];
  for (std::size_t done = 0; done < n; done += 2 * kPiece) {
    for (std::size_t i = 0; i < kPiece; ++i) {
      const NormalPair pair = normal_pair(draws, static_cast<std::uint32_t>(done / 2 + i));
      first[i] = pair.first;
      second[i] = pair.second;
    }
    const std::size_t count = std::min(2 * kPiece, n - done);
    for (std::size_t i = 0; i < count; ++i)
      x[done + i] = static_cast<Real>(i % 2 == 0 ? first[i / 2] : second[i / 2]);
  }
}

template void fill_normal(const Draws&, float*, std::size_t);
template void fill_normal(const Draws&, double*, std::size_t);

}  // namespace attn
