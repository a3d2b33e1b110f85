#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "kernels/cuda/tile.hpp"
#include "kernels/fused_attention.hpp"

namespace attn::cuda {

/// The most bytes that scores may take on the device: with more, they would be written to memory
/// and read back instead of staying in the 50 MB of cache of the devices that this is made for.
inline constexpr std::size_t kMostScoreBytes = std::size_t{32} << 20;

/// How many heads, queries and keys are worked on at a time.
struct TilePlan {
  std::int64_t n_heads = 0, n_queries = 0, n_keys = 0;

  std::int64_t n_scores() const { return n_heads * n_queries * n_keys; }
};

/// The largest tile of at most kMostScoreBytes: all heads rather than many queries, which keeps
/// the batches of products large, and many queries rather than many keys, because each query tile
/// reads all keys again. What is asked for counts as far as it fits.
///
/// Units:   bytes_per_score is 4 or 8
TilePlan tile_plan(const HeadShapes& shapes, arma::uword n_heads, TileSizes asked,
                   std::size_t bytes_per_score);

/// The keys that each query may attend to, were there no matrix.
///
/// Shapes:  result n_q
std::vector<KeySpan> key_spans(const HeadShapes& shapes, const VisibleKeys& visible);

/// Calls task for each tile that has a visible score, were there no matrix, for the keys of a
/// query from left to right. A tile leaves out the queries at its beginning and end that see none
/// of its keys: so causal attention takes half the work however many queries a tile has.
///
/// Shapes:  spans n_q
void for_each_tile(const TilePlan& plan, const std::vector<KeySpan>& spans, arma::uword n_heads,
                   const std::function<void(const Tile&)>& task);

}  // namespace attn::cuda
