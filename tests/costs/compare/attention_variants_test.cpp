#include "costs/compare/attention_variants.hpp"

#include "base/message.hpp"
#include "costs/compare/cost_series.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// The layers of llama-2-7b, without vocabulary and norms.
Model seven_billion() {
  return {.d_model = 4096,
          .n_heads = 32,
          .n_kv_heads = 32,
          .d_head = 128,
          .d_ff = 11008,
          .stacks = {Stack{.n_layers = 32, .causal = true}},
          .gated = true};
}

}  // namespace

TEST_CASE("compare_variants: the cache and W_K, W_V shrink, the pairs do not",
          "[costs][attention_variants]") {
  const auto compared = compare_variants(seven_billion(), {.n_tokens = 4096, .n_keys = 4096},
                                         {{"mha", 32}, {"gqa:8", 8}, {"mqa", 1}});
  REQUIRE(compared.size() == 3);
  const auto per_token = [&](std::size_t i) {
    return bytes_in(compared[i].costs, "kv_cache_bytes_per_token");
  };
  CHECK(per_token(0) == 512 * 1024);
  CHECK(per_token(1) == 128 * 1024);
  CHECK(per_token(2) == 16 * 1024);
  CHECK(attention_parameters(compared[0].costs) == Count("2147483648"));
  CHECK(attention_parameters(compared[1].costs) == Count("1342177280"));
  CHECK(attention_parameters(compared[2].costs) == Count("1107296256"));
  for (const VariantCosts& one : compared) {
    CHECK(pair_macs(one.costs) == pair_macs(compared[0].costs));
    CHECK(one.costs.model.n_kv_heads == one.variant.n_kv_heads);
    // A key-value head has 2 d d_h weights in each of 32 layers.
    CHECK(total_of(compared[0].costs.parameters) - total_of(one.costs.parameters) ==
          count_of(32 - one.variant.n_kv_heads) * 2 * 4096 * 128 * 32);
  }
}

TEST_CASE("compare_variants: heads that cannot be shared are refused",
          "[costs][attention_variants]") {
  CHECK_THROWS_AS(compare_variants(seven_billion(), {}, {{"gqa:5", 5}}), InputError);
}
