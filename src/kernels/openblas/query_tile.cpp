#include "kernels/openblas/query_tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <utility>

// Blocks have a size known to the compiler, but these processors' vectors do not have one; and what
// came after the first AVX-512 has nothing that we could use.
#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | (HWY_AVX3 - 1))
// Elsewhere nobody here knows how to ask the processor, so it gets what the compiler was told to
// use.
#if !defined(__x86_64__) && !defined(HWY_COMPILE_ONLY_STATIC)
#define HWY_COMPILE_ONLY_STATIC
#endif

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
std::size_t scratch_of_tile(const HeadShapes& shapes, const TileSizes& tiles) {
  return Scratch<Real>(nullptr, shapes, tiles).size;
}

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

template <class Real>
constexpr VectorFunctions<Real> kFunctions{.queries_in_block = kBlock<Real>,
                                           .scratch_size = scratch_of_tile<Real>,
                                           .attend = attend_tile<Real>,
                                           .powers = powers<Real>};

constexpr VectorCode kCode{HWY_TARGET, kFunctions<float>, kFunctions<double>};

}  // namespace
}  // namespace HWY_NAMESPACE

template <>
constexpr const VectorCode* kCompiledFor<HWY_TARGET> = &HWY_NAMESPACE::kCode;

}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {
namespace {

// Whether this processor has the instructions of a target, and the operating system lets us use
// them.
bool can_run(std::int64_t target) {
  if (target == HWY_STATIC_TARGET) return true;  // the compiler uses them everywhere
#if defined(__x86_64__)
  // As Highway asks, but for F16C and LZCNT: clang 14 cannot, they are as old as AVX2, and there is
  // nothing of them in our code.
  const bool ssse3 = __builtin_cpu_supports("ssse3");
  const bool sse4 = ssse3 && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                    __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
  const bool avx2 = sse4 && __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") &&
                    __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
  const bool avx3 = avx2 && __builtin_cpu_supports("avx512f") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
  if (target == HWY_SSSE3) return ssse3;
  if (target == HWY_SSE4) return sse4;
  if (target == HWY_AVX2) return avx2;
  if (target == HWY_AVX3) return avx3;
#endif
  return false;
}

template <std::size_t... bits>
std::vector<const VectorCode*> all_compiled(std::index_sequence<bits...>) {
  return {kCompiledFor<std::int64_t{1} << bits>...};
}

// What this processor can run, the best first.
std::vector<const VectorCode*> runnable() {
  std::vector<const VectorCode*> codes = all_compiled(std::make_index_sequence<63>());
  std::erase_if(codes, [](const VectorCode* code) { return !code || !can_run(code->target); });
  return codes;
}

// Looked for when it is first needed: most runs of the program need none.
std::atomic<const VectorCode*> chosen = nullptr;

const VectorCode& code() {
  if (!chosen) chosen = runnable().front();
  return *chosen;
}

template <class Real>
const VectorFunctions<Real>& functions();
template <>
const VectorFunctions<float>& functions() {
  return code().of_float;
}
template <>
const VectorFunctions<double>& functions() {
  return code().of_double;
}

}  // namespace

template <class Real>
std::size_t queries_in_block() {
  return functions<Real>().queries_in_block;
}
template std::size_t queries_in_block<float>();
template std::size_t queries_in_block<double>();

template <class Real>
std::size_t scratch_size(const HeadShapes& shapes, const TileSizes& tiles) {
  return functions<Real>().scratch_size(shapes, tiles);
}
template std::size_t scratch_size<float>(const HeadShapes&, const TileSizes&);
template std::size_t scratch_size<double>(const HeadShapes&, const TileSizes&);

template <class Real>
void attend_query_tile(const HeadTask<Real>& task, arma::uword first, arma::uword last,
                       const TileSizes& tiles, Real* scratch) {
  functions<Real>().attend(task, first, last, tiles, scratch);
}
template void attend_query_tile(const HeadTask<float>&, arma::uword, arma::uword, const TileSizes&,
                                float*);
template void attend_query_tile(const HeadTask<double>&, arma::uword, arma::uword, const TileSizes&,
                                double*);

template <class Real>
void powers_of_two(const Real* x, Real* y, std::size_t n) {
  functions<Real>().powers(x, y, n);
}
template void powers_of_two(const float*, float*, std::size_t);
template void powers_of_two(const double*, double*, std::size_t);

std::string vector_target() { return hwy::TargetName(code().target); }

std::vector<std::string> vector_targets() {
  std::vector<std::string> names;
  for (const VectorCode* code : runnable()) names.emplace_back(hwy::TargetName(code->target));
  return names;
}

void hold_vectors_to(const std::string& target) {
  for (const VectorCode* code : runnable())
    if (target == hwy::TargetName(code->target)) {
      chosen = code;
      return;
    }
  throw std::invalid_argument(fmt::format("there is no vector target {}; this processor has {}",
                                          target, fmt::join(vector_targets(), " ")));
}

}  // namespace attn
#endif
