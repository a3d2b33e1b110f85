#include "costs/compare/cost_series.hpp"

#include <map>

#include "support/catch.hpp"

using namespace attn;

namespace {

Model decoder_beside_encoder() {
  Stack encoder{.role = Stack::Role::encoder, .keeps_cache = false};
  Stack decoder{.role = Stack::Role::decoder, .causal = true, .cross_attention = true};
  return {.d_model = 6,
          .n_heads = 3,
          .n_kv_heads = 1,
          .d_head = 2,
          .d_ff = 5,
          .stacks = {encoder, decoder},
          .query_bias = true};
}

}  // namespace

TEST_CASE("cost series: every attention of every stack counts", "[costs][cost_series]") {
  const Costs costs =
      costs_of(decoder_beside_encoder(), {.n_tokens = 4, .n_keys = 4, .n_source = 7});
  // h d_h = 6; pairs: encoder 7 7, decoder 4 5 / 2, across 4 7; each twice (Q Kᵀ and A V).
  CHECK(pair_macs(costs) == 2 * 6 * (49 + 10 + 28));
  // Queries 6 6, keys 6 2, values 6 2, output 6 6 = 96 for each of 7 and 4 tokens; across, queries
  // and output for 4, keys and values for 7.
  CHECK(projection_macs(costs) == 96 * (7 + 4) + 72 * 4 + 24 * 7);
  CHECK(total_macs(costs) == pair_macs(costs) + projection_macs(costs) + 2 * 6 * 5 * (7 + 4));
  // Three attentions with a bias of 6 on queries.
  CHECK(attention_parameters(costs) == 3 * (96 + 6));
}

TEST_CASE("bytes_in: a row, or nothing where the pass has none", "[costs][cost_series]") {
  const Costs costs =
      costs_of(decoder_beside_encoder(), {.n_tokens = 4, .n_keys = 4, .n_source = 7});
  CHECK(bytes_in(costs, "weights_bytes") == 2 * total_of(costs.parameters));
  CHECK(bytes_in(costs, "training_bytes_16") == 0);
}

TEST_CASE("cost_series: operations of pairs and of all else add up", "[costs][cost_series]") {
  const Costs costs =
      costs_of(decoder_beside_encoder(), {.n_tokens = 4, .n_keys = 4, .n_source = 7});
  std::map<std::string, Count> values;
  for (const CostSeries& series : cost_series()) values[series.id] = series.of(costs);
  CHECK(values.size() == 7);
  CHECK(values["flops"] == 2 * total_macs(costs));
  CHECK(values["pair_flops"] == 2 * pair_macs(costs));
  CHECK(values["projection_flops"] == 2 * projection_macs(costs));
  CHECK(values["pair_flops"] + values["other_flops"] == values["flops"]);
  CHECK(values["weights_bytes"] == bytes_in(costs, "weights_bytes"));
  CHECK(values["kv_cache_bytes"] == bytes_in(costs, "kv_cache_bytes"));
  CHECK(values["scores_bytes"] == bytes_in(costs, "scores_bytes"));
  for (const auto& [id, value] : values)
    CHECK(name_in(kSeriesUnits, series_named(id).unit) ==
          std::string(id.ends_with("bytes") ? "byte" : "FLOP"));
  for (const auto& [left, right] : telling_pairs()) {
    CHECK(values.count(left.id) == 1);
    CHECK(values.count(right.id) == 1);
  }
}

TEST_CASE("series_named: an unknown name is our own mistake", "[costs][cost_series][error]") {
  CHECK(series_named("pair_flops").id == "pair_flops");
  CHECK_THROWS_AS(series_named("pairs"), std::out_of_range);
}
