// A tile of queries against all keys of its head. Included once for each kind of processor.
#if defined(ATTN_KERNELS_OPENBLAS_QUERY_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_OPENBLAS_QUERY_TILE_INL
#undef ATTN_KERNELS_OPENBLAS_QUERY_TILE_INL
#else
#define ATTN_KERNELS_OPENBLAS_QUERY_TILE_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/openblas/query_tile.hpp"
#include "kernels/openblas/tile_products-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

template <class Real>
constexpr size_t kBlock = kMostVectors* lanes<Real>();

constexpr size_t rounded_up(size_t n, size_t step) { return (n + step - 1) / step * step; }

// The scratch memory of a tile, cut into its parts. Without memory it only knows the size.
template <class Real>
struct Scratch {
  Real *queries, *keys, *values, *scores, *output, *largest, *sum, *candidate, *shrink;
  size_t size = 0;

  Scratch(Real* memory, const HeadShapes& shapes, const TileSizes& tiles) {
    const size_t n_queries = rounded_up(tiles.n_queries, kBlock<Real>);
    const size_t n_keys = rounded_up(tiles.n_keys, kGroup);
    const size_t d_v = rounded_up(shapes.d_v, kGroup);
    const auto take = [this, memory](size_t n) {
      Real* part = memory ? memory + size : nullptr;
      size += rounded_up(n, 64 / sizeof(Real));
      return part;
    };
    queries = take(n_queries * shapes.d_k);
    keys = take(n_keys * shapes.d_k);
    values = take(n_keys * d_v);
    scores = take(n_keys * kBlock<Real>);
    output = take(n_queries * d_v);
    largest = take(n_queries);
    sum = take(n_queries);
    candidate = take(kBlock<Real>);
    shrink = take(kBlock<Real>);
  }
};

// Keys `first` to first + n − 1 of K in fours: [n / 4][d_k][4], zeros after the last. Column by
// column, since lines of memory that lie a whole matrix apart crowd each other out of the cache.
template <class Real>
void pack_keys(const Real* K, size_t n_k, size_t d_k, size_t first, size_t n, Real* packed) {
  const size_t n_packed = rounded_up(n, kGroup);
  for (size_t c = 0; c < d_k; ++c) {
    const Real* from = K + c * n_k + first;
    Real* to = packed + c * kFour;
    size_t key = 0;
    for (; key + kFour <= n; key += kFour) std::copy_n(from + key, kFour, to + key * d_k);
    for (; key < n_packed; ++key)
      to[key / kFour * kFour * d_k + key % kFour] = key < n ? from[key] : Real{0};
  }
}

// The same rows of V: [d_v / 4][n][4], zeros beyond both ends.
template <class Real>
void pack_values(const Real* V, size_t n_k, size_t d_v, size_t first, size_t n, Real* packed) {
  const Tag<Real> d;
  const size_t n_packed = rounded_up(n, kGroup), width = rounded_up(d_v, kGroup);
  for (size_t four = 0; four < width; four += kFour, packed += n_packed * kFour) {
    const auto column = [&](size_t c) { return V + (four + c) * n_k + first; };
    size_t row = 0;
    if (four + kFour <= d_v)
      for (; row + lanes<Real>() <= n; row += lanes<Real>())
        hn::StoreInterleaved4(hn::LoadU(d, column(0) + row), hn::LoadU(d, column(1) + row),
                              hn::LoadU(d, column(2) + row), hn::LoadU(d, column(3) + row), d,
                              packed + row * kFour);
    for (; row < n_packed; ++row)
      for (size_t c = 0; c < kFour; ++c)
        packed[row * kFour + c] = row < n && four + c < d_v ? column(c)[row] : Real{0};
  }
}

// A block of up to kBlock queries of one tile, and what is known about it so far.
template <size_t vectors, class Real>
class QueryBlock {
 public:
  QueryBlock(const HeadTask<Real>& task, const Scratch<Real>& scratch, size_t first_of_tile,
             size_t first, size_t n_queries)
      : task_(task), scratch_(scratch), first_(first), n_queries_(n_queries) {
    const size_t offset = first - first_of_tile;
    queries_ = scratch.queries + offset * task.shapes.d_k;
    output_ = scratch.output + offset * rounded_up(task.shapes.d_v, kGroup);
    largest_ = scratch.largest + offset;
    sum_ = scratch.sum + offset;
  }

  // The queries times scale and log2 e, so that softmax is a power of two; and nothing seen yet.
  void begin() {
    const HeadShapes& shapes = task_.shapes;
    const Real factor = static_cast<Real>(task_.scale * std::numbers::log2e);
    for (size_t c = 0; c < shapes.d_k; ++c) {
      const Real* from = task_.Q + c * shapes.n_q + first_;
      Real* to = queries_ + c * kRows;
      for (size_t i = 0; i < n_queries_; ++i) to[i] = from[i] * factor;
      std::fill(to + n_queries_, to + kRows, Real{0});
    }
    std::fill_n(output_, rounded_up(shapes.d_v, kGroup) * kRows, Real{0});
    std::fill_n(largest_, kRows, kNothing<Real>);
    std::fill_n(sum_, kRows, Real{0});
  }

  // One more tile: n keys from `first_key` on, packed.
  void meet(size_t first_key, size_t n) {
    const HeadShapes& shapes = task_.shapes;
    const size_t n_q = shapes.n_q, n_k = shapes.n_k;
    const KeyRange any = keys_of_any(first_, first_ + n_queries_, n_q, n_k, task_.visible);
    const size_t begin = std::max<size_t>(any.first, first_key) - first_key;
    const size_t end =
        std::min<size_t>(any.last, first_key + n) - std::min<size_t>(first_key, any.last);
    if (any.last <= first_key || begin >= end) return;
    const size_t first_group = begin / kGroup * kGroup, last_group = rounded_up(end, kGroup);

    const KeyRange all = task_.visible.mask
                             ? KeyRange{}
                             : keys_of_all(first_, first_ + n_queries_, n_q, n_k, task_.visible);
    std::copy_n(largest_, kRows, scratch_.candidate);
    for (size_t group = first_group; group < last_group; group += kGroup) {
      const Real* keys = scratch_.keys + group * shapes.d_k;
      Real* scores = scratch_.scores + group * kRows;
      const size_t key = first_key + group;
      if (key >= all.first && key + kGroup <= all.last) {
        score_group<vectors, Real>(queries_, keys, shapes.d_k, scores, scratch_.candidate);
      } else {
        score_group<vectors, Real>(queries_, keys, shapes.d_k, scores, scratch_.shrink);
        close_blocked(key, scores);
      }
    }
    raise_largest<vectors, Real>(largest_, scratch_.candidate, sum_, scratch_.shrink);
    const size_t n_met = last_group - first_group;
    Real* weights = scratch_.scores + first_group * kRows;
    weigh<vectors, Real>(weights, n_met, largest_, sum_);
    const size_t n_packed = rounded_up(n, kGroup);
    for (size_t column = 0; column < shapes.d_v; column += kGroup)
      mix_group<vectors, Real>(weights, scratch_.values + column * n_packed + first_group * kFour,
                               n_packed * kFour, n_met, scratch_.shrink, output_ + column * kRows);
  }

  // Divides by the sums and hands the output over.
  void end() {
    const HeadShapes& shapes = task_.shapes;
    for (size_t i = 0; i < n_queries_; ++i) {
      if (task_.log_sum_exp)
        task_.log_sum_exp[first_ + i] =
            largest_[i] * static_cast<Real>(std::numbers::ln2) + std::log(sum_[i]);
      sum_[i] = sum_[i] == 0 ? Real{0} : 1 / sum_[i];  // nothing to attend to: 0
    }
    for (size_t c = 0; c < shapes.d_v; ++c) {
      Real* to = task_.O + c * shapes.n_q + first_;
      for (size_t i = 0; i < n_queries_; ++i) to[i] = output_[c * kRows + i] * sum_[i];
    }
  }

 private:
  static constexpr size_t kRows = vectors * lanes<Real>();

  // −∞ where a query may not attend to one of the group's keys, and the largest of what is left.
  void close_blocked(size_t first_key, Real* scores) {
    const HeadShapes& shapes = task_.shapes;
    for (size_t key = first_key; key < first_key + kGroup; ++key, scores += kRows) {
      const QueryRange open = queries_of(key, shapes.n_q, shapes.n_k, task_.visible);
      const size_t end = first_ + n_queries_;
      const size_t from = std::clamp<size_t>(open.first, first_, end) - first_;
      const size_t to = std::clamp<size_t>(open.last, first_, end) - first_;
      std::fill_n(scores, from, kNothing<Real>);
      std::fill(scores + std::max(from, to), scores + kRows, kNothing<Real>);
      if (task_.visible.mask && key < shapes.n_k) {
        const unsigned char* may_attend = task_.visible.mask->colptr(key) + first_;
        for (size_t i = from; i < to; ++i)
          if (may_attend[i] == 0) scores[i] = kNothing<Real>;
      }
      for (size_t i = 0; i < kRows; ++i)
        scratch_.candidate[i] = std::max(scratch_.candidate[i], scores[i]);
    }
  }

  const HeadTask<Real>& task_;
  const Scratch<Real>& scratch_;
  size_t first_, n_queries_;
  Real *queries_, *output_, *largest_, *sum_;
};

// Calls `work` with the block of queries that starts at `first`: as few vectors as hold it.
template <class Real, class Work>
void with_block(const HeadTask<Real>& task, const Scratch<Real>& scratch, size_t first_of_tile,
                size_t first, size_t last, const Work& work) {
  const size_t n = std::min(last - first, kBlock<Real>);
  const auto at = [&](auto block) { work(block); };
  if (n <= lanes<Real>())
    at(QueryBlock<1, Real>(task, scratch, first_of_tile, first, n));
  else if (n <= 2 * lanes<Real>())
    at(QueryBlock<2, Real>(task, scratch, first_of_tile, first, n));
  else
    at(QueryBlock<3, Real>(task, scratch, first_of_tile, first, n));
}

template <class Real>
void attend_tile(const HeadTask<Real>& task, size_t first, size_t last, const TileSizes& tiles,
                 Real* memory) {
  const HeadShapes& shapes = task.shapes;
  const Scratch<Real> scratch(memory, shapes, tiles);
  const auto for_each_block = [&](const auto& work) {
    for (size_t start = first; start < last; start += kBlock<Real>)
      with_block(task, scratch, first, start, last, work);
  };
  std::fill_n(scratch.shrink, kBlock<Real>, Real{0});
  for_each_block([](auto& block) { block.begin(); });
  const KeyRange keys = keys_of_any(first, last, shapes.n_q, shapes.n_k, task.visible);
  // Tiles begin at the same keys for all queries, so that sums are rounded alike however the
  // queries are shared out.
  const size_t first_key = keys.first / tiles.n_keys * tiles.n_keys;
  for (size_t key = first_key; key < keys.last; key += tiles.n_keys) {
    const size_t n = std::min<size_t>(tiles.n_keys, keys.last - key);
    pack_keys(task.K, shapes.n_k, shapes.d_k, key, n, scratch.keys);
    pack_values(task.V, shapes.n_k, shapes.d_v, key, n, scratch.values);
    for_each_block([&](auto& block) { block.meet(key, n); });
  }
  for_each_block([](auto& block) { block.end(); });
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif
