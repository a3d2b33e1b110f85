#pragma once

#include <vector>

#include "kernels/cuda/running_softmax.hpp"
#include "kernels/cuda/tile_plan.hpp"
#include "kernels/cuda/tile_products.hpp"

namespace attn::cuda {

/// Everything that one call reads and writes, all of it where the machine works.
///
/// Shapes:  Q, K, V, output and mask as in fused_attention; scores: as many as the plan says;
///          visible n_q; rows (n_q × n_heads)
template <class Real>
struct AttentionArrays {
  const Real *Q = nullptr, *K = nullptr, *V = nullptr;
  Real* output = nullptr;
  Real* scores = nullptr;
  const KeySpan* visible = nullptr;
  const unsigned char* mask = nullptr;
  RunningRows<Real> rows{};
};

/// Attention of all heads, tile after tile. The output needs no first value. In the end the
/// maximum of each row holds its ln Σ exp.
///
/// A machine does what it is told in that order: a device, or in a test plain loops on the host.
///
///     begin_rows(rows, n)       begin_row for each          update_rows(score_tile)
///     multiply(product, A, B, C)                            rescale_cells(output_tile)
///     finish_rows(rows, n)      finish_row for each
///
/// Shapes:  spans n_q: what arrays.visible holds, on the host
template <class Real, class Machine>
void attend_tiles(const HeadShapes& shapes, const FusedOptions& options, const TilePlan& plan,
                  const std::vector<KeySpan>& spans, const AttentionArrays<Real>& arrays,
                  Machine& machine) {
  const arma::uword n_heads = options.heads.n_heads;
  const auto n_q = static_cast<std::int64_t>(shapes.n_q);
  const auto d_v = static_cast<std::int64_t>(shapes.d_v);
  const std::int64_t n_rows = n_q * static_cast<std::int64_t>(n_heads);

  machine.begin_rows(arrays.rows, n_rows);
  for_each_tile(plan, spans, n_heads, [&](const Tile& tile) {
    for (const BatchedProduct& product : score_products(tile, shapes, options.heads))
      machine.multiply(product, arrays.K, arrays.Q, arrays.scores);
    machine.update_rows(ScoreTile<Real>{.tile = tile,
                                        .n_q = n_q,
                                        .scores = arrays.scores,
                                        .scale = static_cast<Real>(options.scale),
                                        .visible = arrays.visible,
                                        .mask = arrays.mask,
                                        .rows = arrays.rows});
    machine.rescale_cells(OutputTile<Real>{.tile = tile,
                                           .n_q = n_q,
                                           .d_v = d_v,
                                           .output = arrays.output,
                                           .factor = arrays.rows.factor});
    for (const BatchedProduct& product : value_products(tile, shapes, options.heads))
      machine.multiply(product, arrays.scores, arrays.V, arrays.output);
  });
  machine.finish_rows(arrays.rows, n_rows);
  machine.rescale_cells(
      OutputTile<Real>{.tile = {.n_heads = static_cast<std::int64_t>(n_heads), .n_queries = n_q},
                       .n_q = n_q,
                       .d_v = d_v,
                       .output = arrays.output,
                       .factor = arrays.rows.factor});
}

}  // namespace attn::cuda
