#include "kernels/cuda/tile_plan.hpp"

#include <algorithm>

namespace attn::cuda {
namespace {

using Count = std::int64_t;

// Products with fewer rows, and rows with fewer scores, do not keep a device busy.
constexpr Count kFewQueries = 512, kFewKeys = 512;

// At least 1, whatever `most` is.
Count at_most(Count wanted, Count most) { return std::max<Count>(1, std::min(wanted, most)); }

// Of the spans of one tile of queries, those that reach into keys `first` to `last` − 1. Both ends
// of the spans move to the right, or stay, from one query to the next, so these stand together.
Tile queries_within(const std::vector<KeySpan>& spans, Tile tile) {
  const auto from = spans.begin() + tile.first_query, to = from + tile.n_queries;
  const Count first = tile.first_key, last = tile.first_key + tile.n_keys;
  const auto begin =
      std::partition_point(from, to, [&](const KeySpan& span) { return span.last <= first; });
  const auto end =
      std::partition_point(begin, to, [&](const KeySpan& span) { return span.first < last; });
  tile.first_query = begin - spans.begin();
  tile.n_queries = end - begin;
  return tile;
}

}  // namespace

TilePlan tile_plan(const HeadShapes& shapes, arma::uword n_heads, TileSizes asked,
                   std::size_t bytes_per_score) {
  const Count n_q = static_cast<Count>(shapes.n_q), n_k = static_cast<Count>(shapes.n_k);
  const Count most = static_cast<Count>(kMostScoreBytes / bytes_per_score);
  const Count heads = at_most(static_cast<Count>(n_heads), most / (kFewQueries * kFewKeys));
  TilePlan plan;
  plan.n_queries = at_most(n_q, most / (heads * kFewKeys));
  plan.n_keys =
      at_most(n_k, std::max(most / (static_cast<Count>(n_heads) * plan.n_queries), kFewKeys));
  if (asked.n_queries > 0) plan.n_queries = at_most(static_cast<Count>(asked.n_queries), n_q);
  if (asked.n_keys > 0) plan.n_keys = at_most(static_cast<Count>(asked.n_keys), n_k);
  plan.n_keys = at_most(plan.n_keys, most);
  plan.n_queries = at_most(plan.n_queries, most / plan.n_keys);
  plan.n_heads = at_most(static_cast<Count>(n_heads), most / (plan.n_queries * plan.n_keys));
  return plan;
}

std::vector<KeySpan> key_spans(const HeadShapes& shapes, const VisibleKeys& visible) {
  std::vector<KeySpan> spans(shapes.n_q);
  for (arma::uword i = 0; i < shapes.n_q; ++i) {
    const KeyRange keys = keys_of(i, shapes.n_q, shapes.n_k, visible);
    spans[i] = {static_cast<Count>(keys.first), static_cast<Count>(keys.last)};
  }
  return spans;
}

void for_each_tile(const TilePlan& plan, const std::vector<KeySpan>& spans, arma::uword n_heads,
                   const std::function<void(const Tile&)>& task) {
  const Count heads = static_cast<Count>(n_heads), n_q = static_cast<Count>(spans.size());
  for (Count head = 0; head < heads; head += plan.n_heads)
    for (Count query = 0; query < n_q; query += plan.n_queries) {
      const Count n_queries = std::min(plan.n_queries, n_q - query);
      const Count last_key = spans[query + n_queries - 1].last;
      for (Count key = spans[query].first; key < last_key; key += plan.n_keys) {
        const Tile tile = queries_within(spans, {.first_head = head,
                                                 .n_heads = std::min(plan.n_heads, heads - head),
                                                 .first_query = query,
                                                 .n_queries = n_queries,
                                                 .first_key = key,
                                                 .n_keys = std::min(plan.n_keys, last_key - key)});
        if (tile.n_queries > 0) task(tile);
      }
    }
}

}  // namespace attn::cuda
