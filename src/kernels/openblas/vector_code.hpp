#pragma once

#include <cstdint>

#include "kernels/openblas/query_tile.hpp"

namespace attn {

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
