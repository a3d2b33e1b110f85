#pragma once

#include <cstdint>
#include <vector>

#include "core/heads.hpp"
#include "kernels/cuda/tile.hpp"
#include "kernels/fused_attention.hpp"

namespace attn::cuda {

/// Where a factor or a result of a batch of products lies in its array.
struct Operand {
  std::int64_t begin = 0;   ///< the first cell of the first
  std::int64_t height = 0;  ///< from one column to the next
  std::int64_t stride = 0;  ///< from one of the batch to the next; 0: they share it
  bool is_transposed = false;
};

/// A batch of products of matrices that lie in columns, in the words of BLAS.
///
///     C = A B,  or  C = A B + C,   A (m × k), B (k × n) once they are transposed as they say
struct BatchedProduct {
  std::int64_t m = 0, n = 0, k = 0;
  Operand A{}, B{}, C{};
  std::int64_t n_products = 1;
  bool is_added = false;
};

/// The scores of a tile, one head after the other, those of one query together:
///
///     S_h′ = K_g Q_hᵀ   for the keys and queries of the tile
///
/// Heads with keys of their own make one batch; heads that share keys one for each key-value head,
/// whose keys are read where they lie.
///
/// Shapes:  A is K (n_k × n_kv_heads·d_k), B is Q (n_q × n_heads·d_k), C (n_keys × n_queries) for
///          each head of the tile
std::vector<BatchedProduct> score_products(const Tile& tile, const HeadShapes& shapes,
                                           const HeadCounts& heads);

/// The weights of a tile applied to the values, added to the output:
///
///     O_h = O_h + W_h′ᵀ V_g   for the queries of the tile
///
/// Shapes:  A (n_keys × n_queries) for each head of the tile, B is V (n_k × n_kv_heads·d_v),
///          C is O (n_q × n_heads·d_v)
std::vector<BatchedProduct> value_products(const Tile& tile, const HeadShapes& shapes,
                                           const HeadCounts& heads);

}  // namespace attn::cuda
