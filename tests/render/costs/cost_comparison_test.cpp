#include "render/costs/cost_comparison.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

using Cells = std::vector<std::string>;

Model layers(bool keeps_cache) {
  return {.d_model = 4096,
          .n_heads = 32,
          .n_kv_heads = 32,
          .d_head = 128,
          .stacks = {Stack{.n_layers = 32, .causal = true, .keeps_cache = keeps_cache}}};
}

std::vector<VariantCosts> compared(bool keeps_cache = true) {
  return compare_variants(layers(keeps_cache), {.n_tokens = 4096, .n_keys = 4096},
                          {{"mha", 32}, {"gqa:8", 8}, {"mqa", 1}});
}

}  // namespace

TEST_CASE("comparison_table: what shrinks, and what does not", "[render][cost_comparison]") {
  const Table table = comparison_table(compared(), OperationUnit::flop);
  CHECK(headings_of(table) ==
        Cells{"the same model with", "MHA (32 kv)", "GQA (8 kv)", "MQA (1 kv)"});
  REQUIRE(table.rows.size() == 6);
  CHECK(texts_of(table.rows[0]) == Cells{"KV cache, one token", "512 KiB", "128 KiB", "16 KiB"});
  CHECK(texts_of(table.rows[1]) == Cells{"KV cache", "2.000 GiB", "0.500 GiB", "0.063 GiB"});
  CHECK(texts_of(table.rows[2]) ==
        Cells{"attention parameters", "2,147,483,648", "1,342,177,280", "1,107,296,256"});
  CHECK(text_of(table.rows[3][0]) == "all parameters");
  CHECK(texts_of(table.rows[4]) ==
        Cells{"matrix products", "21.991 TFLOP", "15.394 TFLOP", "13.470 TFLOP"});
  CHECK(texts_of(table.rows[5]) ==
        Cells{"of these Q Kᵀ, A V", "4.399 TFLOP", "4.399 TFLOP", "4.399 TFLOP"});
}

TEST_CASE("comparison_table: MAC, and a model without a cache", "[render][cost_comparison]") {
  const Table table = comparison_table(compared(false), OperationUnit::mac);
  REQUIRE(table.rows.size() == 4);
  CHECK(text_of(table.rows[0][0]) == "attention parameters");
  CHECK(texts_of(table.rows[3]) ==
        Cells{"of these Q Kᵀ, A V", "2.200 TMAC", "2.200 TMAC", "2.200 TMAC"});
}

TEST_CASE("comparison_json: exact numbers of each variant", "[render][cost_comparison]") {
  const auto json = comparison_json(compared());
  REQUIRE(json.size() == 3);
  CHECK(json[1]["name"] == "gqa:8");
  CHECK(json[1]["n_kv_heads"] == 8);
  CHECK(json[1]["kv_cache_bytes_per_token"] == 131072);
  CHECK(json[1]["kv_cache_bytes"] == 536870912);
  CHECK(json[1]["attention_parameters"] == 1342177280);
  CHECK(json[1]["pair_flops"] == json[0]["pair_flops"]);
  // 4 T d (h + h_kv) d_h L and 2 h d_h T (T + 1) L FLOP
  CHECK(json[1]["flops"] == 15394236530688);
}

TEST_CASE("comparison_records: lines that go below those of a report",
          "[render][cost_comparison]") {
  const std::string text = comparison_records(compared());
  CHECK(text.find("comparison mqa\tkv_cache_bytes_per_token\t\t\t16384\tbyte\n") !=
        std::string::npos);
  CHECK(text.find("comparison mha\tattention_parameters\t\t\t2147483648\tparameter\n") !=
        std::string::npos);
}
