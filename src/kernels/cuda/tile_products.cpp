#include "kernels/cuda/tile_products.hpp"

#include <algorithm>

namespace attn::cuda {
namespace {

using Count = std::int64_t;

// Heads of a tile that are as far from each other as their key-value heads are.
struct HeadBatch {
  Count first = 0, n_heads = 0, kv_head = 0;
  bool shares_kv_head = false;
};

std::vector<HeadBatch> head_batches(const Tile& tile, const HeadCounts& heads) {
  if (heads.n_heads == heads.n_kv_heads)
    return {{.first = tile.first_head, .n_heads = tile.n_heads, .kv_head = tile.first_head}};
  const Count n_sharing = static_cast<Count>(heads.n_heads / heads.n_kv_heads);
  const Count last = tile.first_head + tile.n_heads;
  std::vector<HeadBatch> batches;
  for (Count head = tile.first_head; head < last; head += batches.back().n_heads) {
    const Count kv_head = static_cast<Count>(kv_head_of(static_cast<arma::uword>(head), heads));
    batches.push_back({.first = head,
                       .n_heads = std::min((kv_head + 1) * n_sharing, last) - head,
                       .kv_head = kv_head,
                       .shares_kv_head = true});
  }
  return batches;
}

// Rows from `first` on of one head's columns, in a matrix of all heads.
Operand rows_of_head(arma::uword matrix_height, arma::uword head_width, Count head, Count first) {
  const Count height = static_cast<Count>(matrix_height);
  const Count stride = height * static_cast<Count>(head_width);
  return {.begin = first + head * stride, .height = height, .stride = stride};
}

// The scores of a head of the tile, and those after it.
Operand scores_of_head(const Tile& tile, Count head) {
  const Count stride = tile.n_keys * tile.n_queries;
  return {.begin = (head - tile.first_head) * stride, .height = tile.n_keys, .stride = stride};
}

Operand shared(Operand operand, bool is_shared) {
  if (is_shared) operand.stride = 0;
  return operand;
}

Operand transposed(Operand operand) {
  operand.is_transposed = true;
  return operand;
}

}  // namespace

std::vector<BatchedProduct> score_products(const Tile& tile, const HeadShapes& shapes,
                                           const HeadCounts& heads) {
  std::vector<BatchedProduct> products;
  for (const HeadBatch& batch : head_batches(tile, heads))
    products.push_back(
        {.m = tile.n_keys,
         .n = tile.n_queries,
         .k = static_cast<Count>(shapes.d_k),
         .A = shared(rows_of_head(shapes.n_k, shapes.d_k, batch.kv_head, tile.first_key),
                     batch.shares_kv_head),
         .B = transposed(rows_of_head(shapes.n_q, shapes.d_k, batch.first, tile.first_query)),
         .C = scores_of_head(tile, batch.first),
         .n_products = batch.n_heads,
         .is_added = false});
  return products;
}

std::vector<BatchedProduct> value_products(const Tile& tile, const HeadShapes& shapes,
                                           const HeadCounts& heads) {
  std::vector<BatchedProduct> products;
  for (const HeadBatch& batch : head_batches(tile, heads))
    products.push_back(
        {.m = tile.n_queries,
         .n = static_cast<Count>(shapes.d_v),
         .k = tile.n_keys,
         .A = transposed(scores_of_head(tile, batch.first)),
         .B = shared(rows_of_head(shapes.n_k, shapes.d_v, batch.kv_head, tile.first_key),
                     batch.shares_kv_head),
         .C = rows_of_head(shapes.n_q, shapes.d_v, batch.first, tile.first_query),
         .n_products = batch.n_heads,
         .is_added = true});
  return products;
}

}  // namespace attn::cuda
