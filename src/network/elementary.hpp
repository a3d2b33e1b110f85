// Elementary functions for training. In float they are polynomials without branches, of which a
// compiler makes vector code, and whose digits are the same on every platform; in double, where
// gradients are checked, those of the C library.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace attn::elementary {

/// e^x. In float with an error of some 1e-7 of the result; 0 below −87, and as e^88 above 88.
inline float exp(float x) {
  const float held = x < -87.0F ? -87.0F : (x > 88.0F ? 88.0F : x);
  // e^x = 2^n e^r: adding 1.5 · 2^23 rounds to the whole number n, which then stands in the low
  // bits.
  constexpr float kRounder = 12582912.0F;
  const float shifted = held * 1.44269504F + kRounder;
  const float n = shifted - kRounder;
  const float r = (held - n * 0.693359375F) + n * 2.12194440e-4F;
  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  p = p * r * r + r + 1.0F;
  const auto exponent = std::bit_cast<std::uint32_t>(shifted) << 23U;
  const float power = std::bit_cast<float>(exponent + 0x3F800000U);
  return x < -87.0F ? 0.0F : (x == x ? p * power : x);
}
inline double exp(double x) { return std::exp(x); }

/// tanh x = 1 − 2 / (e^(2x) + 1).
inline float tanh(float x) { return 1.0F - 2.0F / (elementary::exp(2.0F * x) + 1.0F); }
inline double tanh(double x) { return std::tanh(x); }

/// σ(x) = 1 / (1 + e^(−x)).
template <class Real>
Real sigmoid(Real x) {
  return Real(1) / (Real(1) + elementary::exp(-x));
}

/// ln x of a positive number that is not denormal.
///
///     x = 2^n m with √½ ≤ m < √2;   ln m = 2 artanh(s) with s = (m − 1) / (m + 1)
inline float log(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  const std::int32_t n = (bits - 0x3F3504F3) >> 23;
  const float m = std::bit_cast<float>(bits - (n << 23));
  const float s = (m - 1.0F) / (m + 1.0F);
  const float s2 = s * s;
  const float series = 2.0F + s2 * (0.66666667F + s2 * (0.4F + s2 * (0.28571429F + s2 * 0.24F)));
  return s * series + static_cast<float>(n) * 0.69314718F;
}

/// cos and sin of 2π v for −½ ≤ v ≤ ½, from those of the half angle, whose series is short.
///
///     cos 2a = 1 − 2 sin² a,   sin 2a = 2 sin a cos a
inline float sin_of_half(float v) {
  const float a = v * 3.14159265F, a2 = a * a;
  return a * (1.0F + a2 * (-1.6666660e-1F +
                           a2 * (8.3330882e-3F + a2 * (-1.9811115e-4F + a2 * 2.6089370e-6F))));
}
inline float cos_of_half(float v) {
  const float a = v * 3.14159265F, a2 = a * a;
  return 1.0F +
         a2 * (-0.5F + a2 * (4.1666642e-2F +
                             a2 * (-1.3888397e-3F + a2 * (2.4760495e-5F - a2 * 2.6051615e-7F))));
}
inline float cos_of_turns(float v) {
  const float s = sin_of_half(v);
  return 1.0F - 2.0F * s * s;
}
inline float sin_of_turns(float v) { return 2.0F * sin_of_half(v) * cos_of_half(v); }

}  // namespace attn::elementary
