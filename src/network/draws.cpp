#include "network/draws.hpp"

#include <cmath>

#include "network/workers.hpp"

namespace attn {
namespace {

// Both numbers that one pair of draws gives. u is never 0, whose logarithm is −∞.
struct NormalPair {
  float first, second;
};
[[gnu::always_inline]] inline NormalPair normal_pair(const Draws& draws, std::uint32_t i) {
  const float u = draws.uniform(2 * i) + 0x1p-25F;
  const float turns = draws.uniform(2 * i + 1) - 0.5F;
  const float r = std::sqrt(-2.0F * elementary::log(u));
  return {r * elementary::cos_of_turns(turns), r * elementary::sin_of_turns(turns)};
}

}  // namespace

template <class Real>
void fill_normal(const Draws& draws, Real* x, std::size_t n) {
  const std::size_t n_pairs = n / 2;
  in_vectors([&] {
    for (std::size_t i = 0; i < n_pairs; ++i) {
      const NormalPair pair = normal_pair(draws, static_cast<std::uint32_t>(i));
      x[2 * i] = static_cast<Real>(pair.first);
      x[2 * i + 1] = static_cast<Real>(pair.second);
    }
  });
  if (n % 2 != 0)
    x[n - 1] = static_cast<Real>(normal_pair(draws, static_cast<std::uint32_t>(n_pairs)).first);
}

template void fill_normal(const Draws&, float*, std::size_t);
template void fill_normal(const Draws&, double*, std::size_t);

}  // namespace attn
