// The two products of attention on a tile, and softmax between them, all with one query in each
// lane: the largest score, the sum and the blocked cells of a query never cross lanes. Included
// once for each kind of processor.
#if defined(ATTN_KERNELS_OPENBLAS_TILE_PRODUCTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_OPENBLAS_TILE_PRODUCTS_INL
#undef ATTN_KERNELS_OPENBLAS_TILE_PRODUCTS_INL
#else
#define ATTN_KERNELS_OPENBLAS_TILE_PRODUCTS_INL
#endif

#include <hwy/highway.h>

#include <limits>

#include "kernels/openblas/exp2-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// A block is up to three vectors of queries. It meets keys, or columns of V, in groups: as many as
// fill the registers with sums, 3 x 8 of 32 or 3 x 4 of 16.
constexpr size_t kMostVectors = 3;
#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3) || HWY_ARCH_ARM_A64
constexpr size_t kGroup = 8;
#else
constexpr size_t kGroup = 4;
#endif

// The score of a key that may not be attended to.
template <class Real>
constexpr Real kNothing = -std::numeric_limits<Real>::infinity();

template <class Real>
constexpr size_t lanes() {
  return hn::MaxLanes(Tag<Real>());
}

// What is on the right of a product is packed in fours: numbers 0 to 3 of every row, then, `fours`
// further on, numbers 4 to 7. Four columns can be turned into rows by one instruction of Highway.
constexpr size_t kFour = 4;

// sums[v][j] += Σ over i of left[i][v] · right[i][j], all of it in registers.
// left: n rows of `vectors` vectors. right: n rows of kGroup numbers, in fours.
template <size_t vectors, class Real>
HWY_INLINE void add_products(const Real* HWY_RESTRICT left, const Real* HWY_RESTRICT right,
                             size_t fours, size_t n, Vec<Real> (&sums)[vectors][kGroup]) {
  const Tag<Real> d;
  for (size_t i = 0; i < n; ++i) {
    Vec<Real> column[vectors];
    HWY_UNROLL(3)
    for (size_t v = 0; v < vectors; ++v)
      column[v] = hn::Load(d, left + (i * vectors + v) * lanes<Real>());
    HWY_UNROLL(8)
    for (size_t j = 0; j < kGroup; ++j) {
      const auto number = hn::Set(d, right[j / kFour * fours + i * kFour + j % kFour]);
      HWY_UNROLL(3)
      for (size_t v = 0; v < vectors; ++v) sums[v][j] = hn::MulAdd(column[v], number, sums[v][j]);
    }
  }
}

// Scores of one block of queries against one group of keys, and the largest so far.
// queries: [d_k][block]  keys: [group / 4][d_k][4]  scores: [group][block]  largest: [block]
template <size_t vectors, class Real>
HWY_INLINE void score_group(const Real* HWY_RESTRICT queries, const Real* HWY_RESTRICT keys,
                            size_t d_k, Real* HWY_RESTRICT scores, Real* HWY_RESTRICT largest) {
  const Tag<Real> d;
  Vec<Real> sums[vectors][kGroup];
  HWY_UNROLL(3)
  for (size_t v = 0; v < vectors; ++v) {
    HWY_UNROLL(8)
    for (size_t j = 0; j < kGroup; ++j) sums[v][j] = hn::Zero(d);
  }
  add_products<vectors, Real>(queries, keys, kFour * d_k, d_k, sums);
  HWY_UNROLL(3)
  for (size_t v = 0; v < vectors; ++v) {
    auto most = hn::Load(d, largest + v * lanes<Real>());
    HWY_UNROLL(8)
    for (size_t j = 0; j < kGroup; ++j) {
      most = hn::Max(most, sums[v][j]);
      hn::Store(sums[v][j], d, scores + (j * vectors + v) * lanes<Real>());
    }
    hn::Store(most, d, largest + v * lanes<Real>());
  }
}

// One group of columns of a block's output, after one more tile of keys.
//
//     O = O · shrink + A V
//
// weights: [n_keys][block]  values: [group / 4][..][4], `fours` apart  output: [group][block]
// shrink: [block]
template <size_t vectors, class Real>
HWY_INLINE void mix_group(const Real* HWY_RESTRICT weights, const Real* HWY_RESTRICT values,
                          size_t fours, size_t n_keys, const Real* HWY_RESTRICT shrink,
                          Real* HWY_RESTRICT output) {
  const Tag<Real> d;
  Vec<Real> sums[vectors][kGroup];
  HWY_UNROLL(3)
  for (size_t v = 0; v < vectors; ++v) {
    const auto factor = hn::Load(d, shrink + v * lanes<Real>());
    HWY_UNROLL(8)
    for (size_t j = 0; j < kGroup; ++j)
      sums[v][j] = hn::Mul(hn::Load(d, output + (j * vectors + v) * lanes<Real>()), factor);
  }
  add_products<vectors, Real>(weights, values, fours, n_keys, sums);
  HWY_UNROLL(3)
  for (size_t v = 0; v < vectors; ++v) {
    HWY_UNROLL(8)
    for (size_t j = 0; j < kGroup; ++j)
      hn::Store(sums[v][j], d, output + (j * vectors + v) * lanes<Real>());
  }
}

// The new largest score replaces the old one; what was summed up under the old one shrinks.
// largest, candidate, sum, shrink: [block]
template <size_t vectors, class Real>
HWY_INLINE void raise_largest(Real* HWY_RESTRICT largest, const Real* HWY_RESTRICT candidate,
                              Real* HWY_RESTRICT sum, Real* HWY_RESTRICT shrink) {
  const Tag<Real> d;
  HWY_UNROLL(3)
  for (size_t v = 0; v < vectors; ++v) {
    const size_t at = v * lanes<Real>();
    const auto most = hn::Load(d, candidate + at);
    // −∞ as long as nothing may be attended to: any number will do then, but −∞ − −∞ has no value.
    const auto finite = hn::IfThenZeroElse(hn::Eq(most, hn::Set(d, kNothing<Real>)), most);
    const auto factor = exp2_of<Real>(hn::Sub(hn::Load(d, largest + at), finite));
    hn::Store(factor, d, shrink + at);
    hn::Store(hn::Mul(hn::Load(d, sum + at), factor), d, sum + at);
    hn::Store(most, d, largest + at);
  }
}

// Scores to weights that are not yet divided by their sum, 2^(score − largest), and the sum.
// scores: [n_keys][block], n_keys even  largest, sum: [block]
template <size_t vectors, class Real>
HWY_INLINE void weigh(Real* HWY_RESTRICT scores, size_t n_keys, const Real* HWY_RESTRICT largest,
                      Real* HWY_RESTRICT sum) {
  const Tag<Real> d;
  // Two sums for each query, so that an addition need not wait for the one before.
  Vec<Real> most[vectors], even[vectors], odd[vectors];
  HWY_UNROLL(3)
  for (size_t v = 0; v < vectors; ++v) {
    const auto m = hn::Load(d, largest + v * lanes<Real>());
    most[v] = hn::IfThenZeroElse(hn::Eq(m, hn::Set(d, kNothing<Real>)), m);
    even[v] = hn::Load(d, sum + v * lanes<Real>());
    odd[v] = hn::Zero(d);
  }
  for (size_t key = 0; key < n_keys; key += 2) {
    Real* HWY_RESTRICT row = scores + key * vectors * lanes<Real>();
    HWY_UNROLL(3)
    for (size_t v = 0; v < vectors; ++v) {
      const size_t at = v * lanes<Real>(), next = (vectors + v) * lanes<Real>();
      const auto one = exp2_of<Real>(hn::Sub(hn::Load(d, row + at), most[v]));
      const auto other = exp2_of<Real>(hn::Sub(hn::Load(d, row + next), most[v]));
      even[v] = hn::Add(even[v], one);
      odd[v] = hn::Add(odd[v], other);
      hn::Store(one, d, row + at);
      hn::Store(other, d, row + next);
    }
  }
  HWY_UNROLL(3)
  for (size_t v = 0; v < vectors; ++v)
    hn::Store(hn::Add(even[v], odd[v]), d, sum + v * lanes<Real>());
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif
