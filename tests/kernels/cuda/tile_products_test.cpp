#include "kernels/cuda/tile_products.hpp"

#include "support/catch.hpp"

using namespace attn::cuda;

namespace {

constexpr HeadShapes kShapes{.n_q = 10, .n_k = 20, .d_k = 3, .d_v = 5};

std::vector<std::int64_t> numbers_of(const Operand& operand) {
  return {operand.begin, operand.height, operand.stride, operand.is_transposed};
}

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("score_products: heads with keys of their own are one batch") {
  const Tile tile{
      .first_head = 1, .n_heads = 2, .first_query = 4, .n_queries = 6, .first_key = 8, .n_keys = 7};
  const std::vector<BatchedProduct> products = score_products(tile, kShapes, {4, 4});
  REQUIRE(products.size() == 1);
  const BatchedProduct& product = products[0];
  CHECK(product.m == 7);
  CHECK(product.n == 6);
  CHECK(product.k == 3);
  CHECK(product.n_products == 2);
  CHECK_FALSE(product.is_added);
  CHECK(numbers_of(product.A) == Numbers{8 + 1 * 60, 20, 60, 0});  // K: n_k · d_k = 60 a head
  CHECK(numbers_of(product.B) == Numbers{4 + 1 * 30, 10, 30, 1});  // Q: n_q · d_k = 30 a head
  CHECK(numbers_of(product.C) == Numbers{0, 7, 42, 0});
}

TEST_CASE("value_products: are added to the output where it lies") {
  const Tile tile{
      .first_head = 1, .n_heads = 2, .first_query = 4, .n_queries = 6, .first_key = 8, .n_keys = 7};
  const std::vector<BatchedProduct> products = value_products(tile, kShapes, {4, 4});
  REQUIRE(products.size() == 1);
  const BatchedProduct& product = products[0];
  CHECK(product.m == 6);
  CHECK(product.n == 5);
  CHECK(product.k == 7);
  CHECK(product.is_added);
  CHECK(numbers_of(product.A) == Numbers{0, 7, 42, 1});
  CHECK(numbers_of(product.B) == Numbers{8 + 1 * 100, 20, 100, 0});  // V: n_k · d_v = 100 a head
  CHECK(numbers_of(product.C) == Numbers{4 + 1 * 50, 10, 50, 0});    // O: n_q · d_v = 50 a head
}

TEST_CASE("score_products: heads that share keys are a batch for each key-value head") {
  // Heads 0, 1, 2 read key-value head 0, heads 3, 4, 5 read 1. The tile has heads 2 to 4.
  const Tile tile{.first_head = 2, .n_heads = 3, .n_queries = 10, .n_keys = 20};
  const std::vector<BatchedProduct> products = score_products(tile, kShapes, {6, 2});
  REQUIRE(products.size() == 2);
  CHECK(products[0].n_products == 1);
  CHECK(numbers_of(products[0].A) == Numbers{0, 20, 0, 0});
  CHECK(numbers_of(products[0].B) == Numbers{60, 10, 30, 1});
  CHECK(numbers_of(products[0].C) == Numbers{0, 20, 200, 0});
  CHECK(products[1].n_products == 2);
  CHECK(numbers_of(products[1].A) == Numbers{60, 20, 0, 0});
  CHECK(numbers_of(products[1].B) == Numbers{90, 10, 30, 1});
  CHECK(numbers_of(products[1].C) == Numbers{200, 20, 200, 0});
}
