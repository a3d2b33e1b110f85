#include "cli/flags/head_sizes.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

TEST_CASE("d_head_value: what is left of d_model for each head, or what the flag says",
          "[cli][head_sizes]") {
  CHECK(d_head_value(typed("--d-head", ""), 512, 8, 1024) == 64);
  CHECK(d_head_value(typed("--d-head", ""), 7, 7, 1024) == 1);
  CHECK(d_head_value(typed("--d-head", "128"), 512, 8, 1024) == 128);
  CHECK(d_head_value(typed("--d-head", "3"), 10, 4, 1024) == 3);
}

TEST_CASE("d_head_value: a split that does not go up is refused with three ways out",
          "[cli][head_sizes][error]") {
  try {
    d_head_value(typed("--d-head", ""), 10, 4, 1024);
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) == "d_model 10 cannot be split into 4 heads: 10 / 4 = 2.5.");
    REQUIRE(error.hints.size() == 4);
    CHECK(error.hints[1] == "  --heads 5        (d_head 2)");
    CHECK(error.hints[2] == "  --d-model 12     (d_head 3)");
    CHECK(error.hints[3] == "  --d-head 3       (keep d_model 10; W_O maps 12 to 10)");
  }
  CHECK_THROWS_AS(d_head_value(typed("--d-head", "1025"), 10, 4, 1024), InputError);
}

TEST_CASE("d_head_value: huge numbers are refused as fast as small ones",
          "[cli][head_sizes][error]") {
  CHECK_THROWS_AS(d_head_value(typed("--d-head", ""), 999'999'999'989, 1'000'000, 1024),
                  InputError);
}

TEST_CASE("require_shared_evenly: names the numbers that would do", "[cli][head_sizes][error]") {
  CHECK_NOTHROW(require_shared_evenly({.n_heads = 32, .n_kv_heads = 8}));
  CHECK_NOTHROW(require_shared_evenly({.n_heads = 7, .n_kv_heads = 1}));
  CHECK_THROWS_MATCHES(
      require_shared_evenly({.n_heads = 6, .n_kv_heads = 4}), InputError,
      Message(
          "6 query heads cannot share 4 key-value heads evenly. --kv-heads must divide --heads: "
          "try one of 1, 2, 3, 6."));
  CHECK_THROWS_MATCHES(
      require_shared_evenly({.n_heads = 5040, .n_kv_heads = 11}), InputError,
      Message("5040 query heads cannot share 11 key-value heads evenly. --kv-heads must divide "
              "--heads: try one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, ..."));
}
