#include "render/costs/cost_conventions.hpp"

#include "costs/conventions/conventions.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

// One layer of width 512 with 8 heads and an MLP, as nn.TransformerEncoderLayer.
Model encoder_layer() {
  Model model{.d_model = 512, .n_heads = 8, .n_kv_heads = 8, .d_head = 64, .d_ff = 2048};
  model.stacks = {{}};
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = true;
  model.mlp_bias = true;
  model.norm = Norm::layer;
  return model;
}

Costs ten_tokens(const Model& model, Mode mode = Mode::prefill) {
  return costs_of(model, {.mode = mode, .n_tokens = 10, .n_keys = 10});
}

std::string text_of(const Costs& costs, unsigned width, int explain = 1) {
  return conventions_text(costs, {.width = width, .explain = explain});
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("conventions_text: one prefix for all, each row with its unit",
          "[render][cost_conventions]") {
  const std::string wide = text_of(ten_tokens(encoder_layer()), 100, 0);
  CHECK(contains(wide,
                 "   attn              2 (C_W + C_A)                                63.119  "
                 "MFLOP  1.000\n"));
  CHECK(contains(wide,
                 "   ptflops, MHA      C_W + C_F + n_norm + n_bias + n_soft + n_sc  31.622  "
                 " MMAC  1.002\n"));

  // The ratio is left out where the rest has no room beside it.
  const std::string text = text_of(ten_tokens(encoder_layer()), 80, 0);
  CHECK(contains(text,
                 "   attn              2 (C_W + C_A)                                63.119  "
                 "MFLOP\n"));
  CHECK(contains(text, "   half the square   does not apply\n"));
  CHECK_FALSE(contains(text, "MAC of products with weights"));  // numbers only
}

TEST_CASE("conventions_text: words say what the symbols are and why counts differ",
          "[render][cost_conventions]") {
  const std::string text = text_of(ten_tokens(encoder_layer()), 80);
  CHECK(contains(text, " complexity   by hand"));
  CHECK(contains(text, "   C_F      MAC of Q Kᵀ and A V, all pairs: 2 h d_h L T^2 = 102,400\n"));
  CHECK(contains(text, "   P        allowed pairs in one head: T^2 = 100\n"));
  CHECK(contains(text,
                 "   half the square    only for a causal mask with as many queries as "
                 "keys\n"));
  CHECK(contains(text, "Q Kᵀ and A V are 0.3 % of the full\n   square;"));
  CHECK_FALSE(contains(text, "The mask allows"));  // there is none

  Model causal = encoder_layer();
  causal.stacks.front().causal = true;
  CHECK(contains(text_of(ten_tokens(causal), 200), "The mask allows 55.0 % of the pairs."));
  CHECK(contains(in_one_line(text_of(ten_tokens(causal, Mode::train), 300)),
                 "fvcore, ptflops, thop, torchinfo and calflops count one forward pass"));
}

TEST_CASE("conventions_text: what is not zero never prints as zero", "[render][cost_conventions]") {
  Model large = encoder_layer();
  large.d_model = 100000;
  const Costs costs = costs_of(large, {.n_tokens = 5000, .n_keys = 5000});
  CHECK(contains(text_of(costs, 100, 0), "<.001\n"));  // torchinfo, without the 5,000 tokens
  CHECK_FALSE(contains(text_of(costs, 100, 0), "  0.000\n"));
}

TEST_CASE("conventions_text: fits 40 columns as records", "[render][cost_conventions]") {
  const std::string text = text_of(ten_tokens(encoder_layer()), 40);
  CHECK(
      contains(text, "   attn\n     2 (C_W + C_A)  count 63.119\n     unit MFLOP  ratio 1.000\n"));
  CHECK(
      contains(text, "   thop: sees modules only: no Q Kᵀ, no\n      A V; 4 for each value of a"));
}

TEST_CASE("conventions_json: exact counts, null where a convention does not apply",
          "[render][cost_conventions]") {
  const nlohmann::ordered_json json = conventions_json(ten_tokens(encoder_layer()));
  CHECK(json["definitions"][0]["symbol"] == "C_W");
  CHECK(json["definitions"][0]["count"] == 31457280);
  CHECK(json["rows"][0] ==
        nlohmann::ordered_json{
            {"name", "attn"},
            {"source", "rule"},
            {"unit", "FLOP"},
            {"formula", "2 (C_W + C_A)"},
            {"count", 63119360},
            {"why", "every matrix product, but only the pairs that the mask allows"}});
  CHECK(json["rows"][2]["name"] == "half_square");
  CHECK(json["rows"][2]["formula"].is_null());
  CHECK(json["rows"][2]["count"].is_null());
  CHECK(json["rows"][2]["why"] == "only for a causal mask with as many queries as keys");
}

TEST_CASE("conventions_records: as many fields as the other records",
          "[render][cost_conventions]") {
  const std::string records = conventions_records(ten_tokens(encoder_layer()));
  CHECK(contains(records, "convention_terms\tn_soft\th L T^2\t\t800\t\n"));
  CHECK(contains(records,
                 "conventions\tptflops_module\tC_W + C_F + n_norm + n_bias + n_soft + "
                 "n_sc\t\t31621920\tMAC\n"));
  CHECK(contains(records, "conventions\thalf_square\t\t\t\tFLOP\n"));
  std::size_t n_tabs = 0;
  for (const char c : records.substr(0, records.find('\n'))) n_tabs += c == '\t' ? 1 : 0;
  CHECK(n_tabs == 5);
}
