#include "kernels/openblas/query_tile.hpp"

// Blocks have a size known to the compiler, which the vectors of these processors have not.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// Highway includes this file once for each kind of processor, by this name.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/openblas/query_tile.cpp"
#include <hwy/foreach_target.h>

// After it: what is compiled for each.
#include "kernels/openblas/query_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace {

template <class Real>
void powers(const Real* x, Real* y, std::size_t n) {
  const Tag<Real> d;
  Real block[lanes<Real>()];
  for (std::size_t i = 0; i < n; i += lanes<Real>()) {
    const std::size_t here = std::min(lanes<Real>(), n - i);
    std::fill(std::copy_n(x + i, here, block), block + lanes<Real>(), Real{0});
    hn::StoreU(exp2_of<Real>(hn::LoadU(d, block)), d, block);
    std::copy_n(block, here, y + i);
  }
}

std::size_t block_float() { return kBlock<float>; }
std::size_t block_double() { return kBlock<double>; }
std::size_t scratch_float(const HeadShapes& shapes, const TileSizes& tiles) {
  return Scratch<float>(nullptr, shapes, tiles).size;
}
std::size_t scratch_double(const HeadShapes& shapes, const TileSizes& tiles) {
  return Scratch<double>(nullptr, shapes, tiles).size;
}
void attend_float(const HeadTask<float>& task, arma::uword first, arma::uword last,
                  const TileSizes& tiles, float* scratch) {
  attend_tile(task, first, last, tiles, scratch);
}
void attend_double(const HeadTask<double>& task, arma::uword first, arma::uword last,
                   const TileSizes& tiles, double* scratch) {
  attend_tile(task, first, last, tiles, scratch);
}
void powers_float(const float* x, float* y, std::size_t n) { powers(x, y, n); }
void powers_double(const double* x, double* y, std::size_t n) { powers(x, y, n); }
const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(block_float);
HWY_EXPORT(block_double);
HWY_EXPORT(scratch_float);
HWY_EXPORT(scratch_double);
HWY_EXPORT(attend_float);
HWY_EXPORT(attend_double);
HWY_EXPORT(powers_float);
HWY_EXPORT(powers_double);
HWY_EXPORT(target_name);

template <>
std::size_t queries_in_block<float>() {
  return HWY_DYNAMIC_DISPATCH(block_float)();
}
template <>
std::size_t queries_in_block<double>() {
  return HWY_DYNAMIC_DISPATCH(block_double)();
}

template <>
std::size_t scratch_size<float>(const HeadShapes& shapes, const TileSizes& tiles) {
  return HWY_DYNAMIC_DISPATCH(scratch_float)(shapes, tiles);
}
template <>
std::size_t scratch_size<double>(const HeadShapes& shapes, const TileSizes& tiles) {
  return HWY_DYNAMIC_DISPATCH(scratch_double)(shapes, tiles);
}

template <>
void attend_query_tile(const HeadTask<float>& task, arma::uword first, arma::uword last,
                       const TileSizes& tiles, float* scratch) {
  HWY_DYNAMIC_DISPATCH(attend_float)(task, first, last, tiles, scratch);
}
template <>
void attend_query_tile(const HeadTask<double>& task, arma::uword first, arma::uword last,
                       const TileSizes& tiles, double* scratch) {
  HWY_DYNAMIC_DISPATCH(attend_double)(task, first, last, tiles, scratch);
}

template <>
void powers_of_two(const float* x, float* y, std::size_t n) {
  HWY_DYNAMIC_DISPATCH(powers_float)(x, y, n);
}
template <>
void powers_of_two(const double* x, double* y, std::size_t n) {
  HWY_DYNAMIC_DISPATCH(powers_double)(x, y, n);
}

std::string vector_target() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}  // namespace attn
#endif
