#include "kernels/cuda/tile_plan.hpp"

#include "support/catch.hpp"

using namespace attn::cuda;

namespace {

TilePlan plan_of(arma::uword n_q, arma::uword n_k, arma::uword n_heads, TileSizes asked = {},
                 std::size_t bytes = sizeof(float)) {
  return tile_plan({.n_q = n_q, .n_k = n_k, .d_k = 64, .d_v = 64}, n_heads, asked, bytes);
}

std::string text_of(const TilePlan& plan) {
  return std::to_string(plan.n_heads) + " x " + std::to_string(plan.n_queries) + " x " +
         std::to_string(plan.n_keys);
}

// Each visible pair of a query and a key, once for each head, and where a tile must not reach.
arma::umat visits(const HeadShapes& shapes, const VisibleKeys& visible, const TilePlan& plan,
                  arma::uword n_heads) {
  arma::umat counts(shapes.n_q, shapes.n_k * n_heads);
  for_each_tile(plan, key_spans(shapes, visible), n_heads, [&](const Tile& tile) {
    REQUIRE(tile.n_heads * tile.n_queries * tile.n_keys > 0);
    REQUIRE(tile.n_heads <= plan.n_heads);
    REQUIRE(tile.n_queries <= plan.n_queries);
    REQUIRE(tile.n_keys <= plan.n_keys);
    for (std::int64_t head = tile.first_head; head < tile.first_head + tile.n_heads; ++head)
      for (std::int64_t key = tile.first_key; key < tile.first_key + tile.n_keys; ++key)
        for (std::int64_t i = tile.first_query; i < tile.first_query + tile.n_queries; ++i)
          ++counts(static_cast<arma::uword>(i),
                   static_cast<arma::uword>(key + head * static_cast<std::int64_t>(shapes.n_k)));
  });
  return counts;
}

std::int64_t n_scores(arma::uword n, const VisibleKeys& visible, TileSizes tiles) {
  const HeadShapes shapes{.n_q = n, .n_k = n, .d_k = 1, .d_v = 1};
  std::int64_t n_all = 0;
  for_each_tile(tile_plan(shapes, 1, tiles, sizeof(float)), key_spans(shapes, visible), 1,
                [&](const Tile& tile) { n_all += tile.n_queries * tile.n_keys; });
  return n_all;
}

}  // namespace

TEST_CASE("tile_plan: all heads, then queries, then keys") {
  CHECK(text_of(plan_of(4096, 4096, 8)) == "8 x 2048 x 512");
  CHECK(text_of(plan_of(4096, 4096, 8, {}, sizeof(double))) == "8 x 1024 x 512");
  CHECK(text_of(plan_of(16384, 16384, 1)) == "1 x 16384 x 512");
  CHECK(text_of(plan_of(4096, 4096, 128)) == "32 x 512 x 512");
  CHECK(text_of(plan_of(64, 64, 1)) == "1 x 64 x 64");
  CHECK(text_of(plan_of(1, 100000, 8)) == "8 x 1 x 100000");
}

TEST_CASE("tile_plan: sizes that are asked for count as far as they fit") {
  CHECK(text_of(plan_of(4096, 4096, 8, {100, 70})) == "8 x 100 x 70");
  CHECK(text_of(plan_of(10, 20, 2, {100, 70})) == "2 x 10 x 20");
  CHECK(text_of(plan_of(10, 20, 2, {0, 7})) == "2 x 10 x 7");
  CHECK(text_of(plan_of(100000, 100000, 8, {100000, 100000})) == "1 x 83 x 100000");
}

TEST_CASE("tile_plan: scores never take more than the limit") {
  std::mt19937 draws(1);
  const auto any = [&] { return arma::uword{1} << (draws() % 30); };
  for (int i = 0; i < 2000; ++i)
    for (const std::size_t bytes : {sizeof(float), sizeof(double)}) {
      const arma::uword n_q = any() + draws() % 3, n_k = any() + draws() % 3;
      const arma::uword n_heads = 1 + draws() % 200;
      const TileSizes asked{draws() % 2 ? any() : 0, draws() % 2 ? any() : 0};
      const TilePlan plan = plan_of(n_q, n_k, n_heads, asked, bytes);
      INFO(n_q << " x " << n_k << ", " << n_heads << " heads: " << text_of(plan));
      REQUIRE((plan.n_heads > 0 && plan.n_queries > 0 && plan.n_keys > 0));
      REQUIRE(static_cast<std::size_t>(plan.n_scores()) * bytes <= kMostScoreBytes);
    }
}

TEST_CASE("key_spans: the same keys as keys_of") {
  const HeadShapes shapes{.n_q = 9, .n_k = 6, .d_k = 1, .d_v = 1};
  const VisibleKeys visible{.causal = true, .window = 3, .n_padded = 2};
  const std::vector<KeySpan> spans = key_spans(shapes, visible);
  REQUIRE(spans.size() == 9);
  for (arma::uword i = 0; i < 9; ++i) {
    const KeyRange keys = keys_of(i, 9, 6, visible);
    CHECK(spans[i].first == static_cast<std::int64_t>(keys.first));
    CHECK(spans[i].last == static_cast<std::int64_t>(keys.last));
  }
}

TEST_CASE("for_each_tile: every visible score once, and none twice") {
  std::mt19937 draws(5);
  for (int i = 0; i < 300; ++i) {
    const HeadShapes shapes{.n_q = 1 + draws() % 20, .n_k = 1 + draws() % 20, .d_k = 1, .d_v = 1};
    VisibleKeys visible{.causal = draws() % 2 == 0};
    if (draws() % 2) visible.window = 1 + draws() % 6;
    if (draws() % 2) visible.n_padded = draws() % (shapes.n_k + 1);
    const arma::uword n_heads = 1 + draws() % 3;
    TilePlan plan = tile_plan(shapes, n_heads, {1 + draws() % 8, 1 + draws() % 8}, 4);
    plan.n_heads = 1 + draws() % 2;
    const arma::umat counts = visits(shapes, visible, plan, n_heads);
    INFO(shapes.n_q << " x " << shapes.n_k << ", " << n_heads << " heads in " << text_of(plan));
    REQUIRE(counts.max() <= 1);
    for (arma::uword head = 0; head < n_heads; ++head)
      for (arma::uword query = 0; query < shapes.n_q; ++query) {
        const KeyRange keys = keys_of(query, shapes.n_q, shapes.n_k, visible);
        for (arma::uword key = keys.first; key < keys.last; ++key)
          REQUIRE(counts(query, key + head * shapes.n_k) == 1);
      }
  }
}

TEST_CASE("for_each_tile: blocked tiles are left out") {
  CHECK(n_scores(4096, {}, {}) == 4096 * 4096);
  // Of 8 key tiles of 512, the first sees all 4096 queries, the next 3584, and so on.
  CHECK(n_scores(4096, {.causal = true}, {4096, 512}) ==
        512 * 512 * (8 + 7 + 6 + 5 + 4 + 3 + 2 + 1));
  CHECK(n_scores(4096, {.causal = true, .window = 100}, {256, 64}) < 4096 * (100 + 2 * 64));
  CHECK(n_scores(64, {.n_padded = 64}, {}) == 0);
}
