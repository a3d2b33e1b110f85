// Powers of two of whole vectors. Compiled once for each kind of processor, so no include guard in
// the usual form: Highway includes the file again for each target.
#if defined(ATTN_KERNELS_OPENBLAS_EXP2_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_OPENBLAS_EXP2_INL
#undef ATTN_KERNELS_OPENBLAS_EXP2_INL
#else
#define ATTN_KERNELS_OPENBLAS_EXP2_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
using Tag = hn::ScalableTag<Real>;
template <class Real>
using Vec = hn::Vec<Tag<Real>>;

// 2^f = 1 + f p(f) for |f| ≤ 1/2, where p has these coefficients, the highest first. They make the
// largest error least, in units in the last place of 2^f: 1.05 in float, 0.1 in double.
template <class Real>
struct Exp2Numbers;

template <>
struct Exp2Numbers<float> {
  static constexpr float kCoefficients[] = {1.322570751e-3F, 9.671762973e-3F, 5.550891439e-2F,
                                            2.402223704e-1F, 6.931468292e-1F};
  static constexpr float kLowest = -126;              // 2^-126 is the smallest with all its digits
  static constexpr float kRounding = 12582912 + 127;  // 1.5 · 2^23 + bias
  static constexpr int kMantissaBits = 23;
};

template <>
struct Exp2Numbers<double> {
  static constexpr double kCoefficients[] = {
      4.454960598186518394e-10, 7.0725859492692237e-9,   1.017806244584577352e-7,
      1.321544258792168965e-6,  1.525273382983611839e-5, 1.540353044173605015e-4,
      1.333355814641693531e-3,  9.618129107606888527e-3, 5.550410866482159434e-2,
      2.402265069591009822e-1,  6.931471805599453094e-1};
  static constexpr double kLowest = -1022;
  static constexpr double kRounding = 6755399441055744 + 1023;  // 1.5 · 2^52 + bias
  static constexpr int kMantissaBits = 52;
};

// 2^x for x ≤ 0, within 2 units in the last place, and exactly 1 for 0. What would have fewer than
// all its digits (below 2^-126 in float) is 0: it is a share of one whole, and vanishes beside it.
// −∞ gives 0, NaN gives NaN.
//
// Not Highway's Exp: it takes twice as many instructions, gives 0 for NaN, and wants another factor
// log2 e in every score where here the queries carry it once.
template <class Real>
HWY_INLINE Vec<Real> exp2_of(const Vec<Real> x) {
  using Numbers = Exp2Numbers<Real>;
  const Tag<Real> d;
  const hn::RebindToSigned<Tag<Real>> bits;
  // Beside a number this large nothing but whole numbers fits, so adding it rounds x to n; and the
  // last bits of the sum are n + bias, which 2^n has for an exponent.
  const auto large = hn::Set(d, Numbers::kRounding);
  const auto rounded = hn::Add(x, large);
  const auto power =
      hn::BitCast(d, hn::ShiftLeft<Numbers::kMantissaBits>(hn::BitCast(bits, rounded)));
  const auto f = hn::Sub(x, hn::Sub(rounded, large));
  auto p = hn::Set(d, Numbers::kCoefficients[0]);
  HWY_UNROLL(10)
  for (size_t i = 1; i < sizeof(Numbers::kCoefficients) / sizeof(Real); ++i)
    p = hn::MulAdd(p, f, hn::Set(d, Numbers::kCoefficients[i]));
  const auto y = hn::MulAdd(p, hn::Mul(f, power), power);
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, Numbers::kLowest)), y);  // false for NaN
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif
