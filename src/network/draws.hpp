// Random numbers of which each is known by its place.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "network/rows.hpp"

namespace attn {

/// Random numbers of which each is known by its place: number i hangs on the seed, the step, what
/// it is drawn for and i, and on nothing that was drawn before. So threads may share the drawing,
/// a dropped weight is found again on the way back, and a run that is resumed goes on as it would
/// have.
class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t step, std::uint64_t purpose)
      : Draws(mixed(mixed(mixed(seed) ^ step) ^ (purpose << 32U))) {}

  /// 32 bits.
  std::uint32_t bits(std::uint32_t i) const {
    std::uint32_t x = i * 0x9E3779B9U + first_;
    x = (x ^ (x >> 16U)) * 0x7FEB352DU;
    x = (x ^ (x >> 15U) ^ second_) * 0x846CA68BU;
    x = (x ^ (x >> 16U)) * 0x45D9F3BU;
    return x ^ (x >> 16U);
  }

  /// A number in [0, 1), one of 2^24 equally likely ones.
  float uniform(std::uint32_t i) const {
    return static_cast<float>(static_cast<std::int32_t>(bits(i) >> 8U)) * 0x1p-24F;
  }

  /// A whole number, each of 0, 1, ..., n − 1 equally likely but for a bias of n / 2^32.
  std::uint32_t below(std::uint32_t n, std::uint32_t i) const {
    return static_cast<std::uint32_t>((std::uint64_t{bits(i)} * n) >> 32U);
  }

 private:
  explicit Draws(std::uint64_t key)
      : first_(static_cast<std::uint32_t>(key)), second_(static_cast<std::uint32_t>(key >> 32U)) {}

  // The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
  static std::uint64_t mixed(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
  }

  std::uint32_t first_, second_;
};

/// n numbers from the normal distribution with mean 0 and variance 1, by Box and Muller's transform
/// in float, so that they are the same on every platform.
///
///     r = √(−2 ln u),  t = 2π v:   x_(2i) = r cos t,  x_(2i+1) = r sin t
///
/// Source:  Box and Muller 1958, Annals of Mathematical Statistics 29(2).
template <class Real>
void fill_normal(const Draws& draws, Real* x, std::size_t n);

extern template void fill_normal(const Draws&, float*, std::size_t);
extern template void fill_normal(const Draws&, double*, std::size_t);

/// What random numbers are drawn for, so that no two uses of one seed share any.
enum Purpose : std::uint64_t {
  kStartingValues = 1,
  kTrainingData,
  kHeldOutData,
  kShuffling,
  kSampling,
  kDropout = 1000,  ///< and from there on one for each place that drops
};

}  // namespace attn
