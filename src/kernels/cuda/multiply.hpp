#pragma once

#include "kernels/cuda/device.hpp"
#include "kernels/cuda/tile_products.hpp"

namespace attn::cuda {

/// How exactly products are worked out. Never what cuBLAS or the environment would choose.
enum class ProductPrecision {
  full,  ///< in the numbers' own type
  tf32,  ///< float with factors cut to 11 significant bits, on units made for that
};

/// Queues a batch of products whose arrays lie on the device.
/// Errors:  SurroundingsError if cuBLAS refuses.
template <class Real>
void multiply(const Device& device, const BatchedProduct& product, ProductPrecision precision,
              const Real* A, const Real* B, Real* C);

/// C = A B for whole matrices.
///
/// Shapes:  A (m × k), B (k × n)
BatchedProduct whole_product(std::int64_t m, std::int64_t n, std::int64_t k);

extern template void multiply(const Device&, const BatchedProduct&, ProductPrecision, const float*,
                              const float*, float*);
extern template void multiply(const Device&, const BatchedProduct&, ProductPrecision, const double*,
                              const double*, double*);

}  // namespace attn::cuda
