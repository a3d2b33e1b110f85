#include "trace/stage_shape.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

Stage scores_of(std::uint64_t n_batch) {
  return {.id = "scores",
          .value = arma::zeros(5, 7),
          .rows = {"query", {}},
          .cols = {"key", {}},
          .n_batch = n_batch};
}

}  // namespace

TEST_CASE("named_shape: the batch first, then the heads", "[trace][stage_shape]") {
  CHECK(named_shape(scores_of(0)) == "(query 5, key 7)");
  CHECK(named_shape(scores_of(2)) == "(batch 2, query 5, key 7)");
  CHECK(named_shape(scores_of(0), {.n_heads = 8}) == "(head 8, query 5, key 7)");
  CHECK(named_shape(scores_of(2), {"kv head", 3}) == "(batch 2, kv head 3, query 5, key 7)");
}

TEST_CASE("named_shape: a batch of one has an axis, too", "[trace][stage_shape]") {
  CHECK(named_shape(scores_of(1)) == "(batch 1, query 5, key 7)");
}

TEST_CASE("short_shape: the last axis has no name", "[trace][stage_shape]") {
  CHECK(short_shape(scores_of(0)) == "(query 5, 7)");
  CHECK(short_shape(scores_of(2)) == "(batch 2, query 5, 7)");
}

TEST_CASE("sizes_of: a number for each axis", "[trace][stage_shape]") {
  using Sizes = std::vector<std::uint64_t>;
  CHECK(sizes_of(scores_of(0)) == Sizes{5, 7});
  CHECK(sizes_of(scores_of(2)) == Sizes{2, 5, 7});
  CHECK(sizes_of(scores_of(2), {.n_heads = 3}) == Sizes{2, 3, 5, 7});
  CHECK(bare_shape(scores_of(0)) == "5 x 7");
  CHECK(bare_shape(scores_of(2)) == "2 x 5 x 7");
  CHECK(tuple_shape(sizes_of(scores_of(2))) == "(2, 5, 7)");
}

TEST_CASE("n_numbers: the product of the axes", "[trace][stage_shape]") {
  CHECK(n_numbers(scores_of(0)) == 35);
  CHECK(n_numbers(scores_of(2)) == 70);
  CHECK(n_numbers(scores_of(2), {.n_heads = 3}) == 210);
  CHECK(n_numbers(scores_of(1'000'000), {.n_heads = 1024}) == 35'840'000'000);
}
