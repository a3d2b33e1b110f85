#include "kernels/fused_attention.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "base/message.hpp"
#include "base/system.hpp"
#include "kernels/machine.hpp"
#include "kernels/openblas/query_tile.hpp"

namespace attn {
namespace {

// What a tile may take: its queries and their outputs together, of the cache that is next to the
// nearest; the scores of one block of them, of the nearest. See docs/performance.md.
constexpr arma::uword kQueryBytes = 384UL * 1024, kScoreBytes = 24UL * 1024;

// Tiles hold whole groups of keys, whichever processor it is.
constexpr arma::uword kMostKeysInGroup = 8;

unsigned threads_for(const HeadShapes& shapes, const FusedOptions& options) {
  const double n_pairs = static_cast<double>(shapes.n_q) * static_cast<double>(shapes.n_k);
  const double width = static_cast<double>((shapes.d_k + shapes.d_v) * options.heads.n_heads);
  return threads_worth(2 * n_pairs * width, options.n_threads);
}

// The sizes asked for, or usual ones: tiles of queries of equal size, and enough of them that no
// thread waits long for another's last.
template <class Real>
TileSizes tiles_for(const HeadShapes& shapes, const FusedOptions& options, unsigned n_threads) {
  constexpr arma::uword kTilesOfEachThread = 4;
  const arma::uword block = queries_in_block<Real>();
  TileSizes tiles = options.tiles;
  if (tiles.n_keys == 0) tiles.n_keys = kScoreBytes / (block * sizeof(Real));
  tiles.n_keys =
      divided_up(std::min(tiles.n_keys, shapes.n_k), kMostKeysInGroup) * kMostKeysInGroup;
  if (tiles.n_queries == 0) {
    arma::uword n_tiles =
        divided_up(shapes.n_q * (shapes.d_k + shapes.d_v) * sizeof(Real), kQueryBytes);
    if (n_threads > 1)
      n_tiles =
          std::max(n_tiles, divided_up(kTilesOfEachThread * n_threads, options.heads.n_heads));
    tiles.n_queries = divided_up(shapes.n_q, n_tiles);
  }
  tiles.n_queries = divided_up(std::min(tiles.n_queries, shapes.n_q), block) * block;
  return tiles;
}

// Memory that begins with a line of the cache, as vectors want it.
constexpr std::align_val_t kLine{64};
struct GiveBack {
  void operator()(void* memory) const { ::operator delete(memory, kLine); }
};
template <class Real>
using Aligned = std::unique_ptr<Real[], GiveBack>;
template <class Real>
Aligned<Real> aligned(std::size_t n) {
  return Aligned<Real>(static_cast<Real*>(::operator new(n * sizeof(Real), kLine)));
}

}  // namespace

template <class Real>
arma::Mat<Real> fused_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                const arma::Mat<Real>& V, const FusedOptions& options,
                                arma::Mat<Real>* log_sum_exp) {
  if (options.tf32)
    throw InputError(
        translated("TF32 products need a CUDA device, and this attn works on the "
                   "processor. Use float32."));
  const HeadShapes shapes = head_shapes(arma::size(Q), arma::size(K), arma::size(V), options);
  const arma::uword n_heads = options.heads.n_heads;
  arma::Mat<Real> O(shapes.n_q, n_heads * shapes.d_v, arma::fill::none);
  if (log_sum_exp) log_sum_exp->set_size(shapes.n_q, n_heads);

  const unsigned n_threads = threads_for(shapes, options);
  const TileSizes tiles = tiles_for<Real>(shapes, options, n_threads);
  const arma::uword n_tiles = divided_up(shapes.n_q, tiles.n_queries);
  std::vector<Aligned<Real>> scratch(n_threads);
  // Tiles from last to first: under a causal mask the last have the most keys, and a long task at
  // the end would leave the other threads idle.
  share_work(n_heads * n_tiles, n_threads, [&](std::size_t i, unsigned worker) {
    if (!scratch[worker]) scratch[worker] = aligned<Real>(scratch_size<Real>(shapes, tiles));
    const arma::uword head = i % n_heads, tile = n_tiles - 1 - i / n_heads;
    const arma::uword kv_head = kv_head_of(head, options.heads);
    const HeadTask<Real> task{.shapes = shapes,
                              .Q = Q.colptr(head * shapes.d_k),
                              .K = K.colptr(kv_head * shapes.d_k),
                              .V = V.colptr(kv_head * shapes.d_v),
                              .O = O.colptr(head * shapes.d_v),
                              .log_sum_exp = log_sum_exp ? log_sum_exp->colptr(head) : nullptr,
                              .scale = options.scale,
                              .visible = options.visible};
    const arma::uword first = tile * tiles.n_queries;
    attend_query_tile(task, first, std::min(first + tiles.n_queries, shapes.n_q), tiles,
                      scratch[worker].get());
  });
  return O;
}

template arma::mat fused_attention(const arma::mat&, const arma::mat&, const arma::mat&,
                                   const FusedOptions&, arma::mat*);
template arma::fmat fused_attention(const arma::fmat&, const arma::fmat&, const arma::fmat&,
                                    const FusedOptions&, arma::fmat*);

}  // namespace attn
