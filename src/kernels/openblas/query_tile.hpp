#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fused_attention.hpp"

namespace attn {

/// One head of attention where its matrices lie: columns one below the other, n_q or n_k apart.
template <class Real>
struct HeadTask {
  HeadShapes shapes;
  const Real *Q = nullptr, *K = nullptr, *V = nullptr;
  Real* O = nullptr;
  Real* log_sum_exp = nullptr;  ///< n_q numbers; null if they are not wanted
  double scale = 1.0;
  VisibleKeys visible;
};

/// How many queries the vector code works on at once: a tile is a multiple of it.
template <class Real>
std::size_t queries_in_block();

/// How many numbers of scratch memory a tile takes.
template <class Real>
std::size_t scratch_size(const HeadShapes& shapes, const TileSizes& tiles);

/// The output of queries `first` to `last` − 1 of a head, one tile of keys after another.
///
/// `tiles` as made by tiles_for. `scratch` is aligned to 64 bytes, holds scratch_size numbers, and
/// need not be cleared.
template <class Real>
void attend_query_tile(const HeadTask<Real>& task, arma::uword first, arma::uword last,
                       const TileSizes& tiles, Real* scratch);

/// 2^x of n numbers x ≤ 0, as the kernel works it out: to check it by itself.
template <class Real>
void powers_of_two(const Real* x, Real* y, std::size_t n);

/// The instructions that the vector code uses on this processor: "AVX3".
std::string vector_target();

/// All that this processor has and vector code was compiled for, the best first.
std::vector<std::string> vector_targets();

/// Holds the vector code to one of vector_targets(), "AVX2", as OPENBLAS_CORETYPE holds OpenBLAS:
/// so that a processor that has less can be tested and measured on this one.
///
/// Errors:  std::invalid_argument, naming what there is, if there is no such target.
void hold_vectors_to(const std::string& target);

/// What the vector code offers for one type of number, compiled for one kind of processor: the
/// functions of query_tile.hpp.
template <class Real>
struct VectorFunctions {
  std::size_t queries_in_block;
  std::size_t (*scratch_size)(const HeadShapes& shapes, const TileSizes& tiles);
  void (*attend)(const HeadTask<Real>& task, std::size_t first, std::size_t last,
                 const TileSizes& tiles, Real* scratch);
  void (*powers)(const Real* x, Real* y, std::size_t n);
};

/// The vector code of one kind of processor.
struct VectorCode {
  std::int64_t target;  ///< Highway's bit for it; of two, the lower one is better
  VectorFunctions<float> of_float;
  VectorFunctions<double> of_double;
};

/// The code that was compiled for a target, where it was. We choose among them ourselves: Highway's
/// own choice is in its library, which times the processor's clock whenever a program starts, and
/// that takes longer than everything else that a short run does.
template <std::int64_t target>
constexpr const VectorCode* kCompiledFor = nullptr;

}  // namespace attn
