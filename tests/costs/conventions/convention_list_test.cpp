#include "costs/conventions/convention_list.hpp"

#include "support/catch.hpp"
#include "support/convention_counts.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

Convention row_named(const std::string& id) {
  return {.id = id, .label = id, .formula = {}, .count = 0, .why = "because"};
}

}  // namespace

TEST_CASE("ConventionList: a row gets its count, or the reason it has none",
          "[costs][convention_list]") {
  const Costs costs = costs_of(tiny_llama(), pass_of(10));
  ConventionList list(costs);
  list.add(row_named("counted"), 2 * list.term("n_act"));
  list.add(row_named("refused"), 2 * list.term("n_act"), "not here");
  const Conventions found = std::move(list).finish();
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows[0].formula->text() == "2 n_act");
  CHECK(found.rows[0].count == 2 * 2 * 10 * 40);
  CHECK(found.rows[0].why == "because");
  CHECK_FALSE(found.rows[1].formula);
  CHECK(found.rows[1].count == 0);
  CHECK(found.rows[1].why == "not here");
}

TEST_CASE("ConventionList: only what the formulas name is defined", "[costs][convention_list]") {
  const Costs costs = costs_of(tiny_llama(), pass_of(10));
  ConventionList list(costs);
  CHECK(list.term("n_norm").text() == "0");  // there is no LayerNorm
  list.add(row_named("counted"), list.term("C_W") + 5 * list.term("n_norm"));
  const Conventions found = std::move(list).finish();
  CHECK(found.rows[0].formula->text() == "C_W");
  REQUIRE(found.definitions.size() == 1);
  CHECK(found.definitions[0].symbol == "C_W");
}

TEST_CASE("ConventionList: in training, terms are those of one forward pass",
          "[costs][convention_list]") {
  const Costs forward = costs_of(tiny_llama(), pass_of(10)),
              training = costs_of(tiny_llama(), pass_of(10, Mode::train));
  const auto weights_of = [](const Costs& costs) {
    ConventionList list(costs);
    list.add(row_named("weights"), list.term("C_W"));
    return std::move(list).finish().rows[0].count;
  };
  CHECK(weights_of(training) == weights_of(forward));
  CHECK(ConventionList(training).passes() == 3);
  CHECK(ConventionList(forward).passes() == 1);
}

using Counts = std::map<std::string, std::string>;

TEST_CASE("add_counting_tools: the tools on GPT-2", "[costs][counting_tools]") {
  // Measured with the versions of add_counting_tools on transformers 5.23, Conv1D replaced by
  // nn.Linear, 1,024 tokens.
  const Counts counts = convention_counts(gpt2_model(), pass_of(1024));
  CHECK(counts.at("flop_counter_mode") == "291648307200");
  CHECK(counts.at("fvcore") == "145922457600");
  CHECK(counts.at("fvcore_fused") == "126595104768");
  CHECK(counts.at("ptflops") == "146079744000");
  CHECK(counts.at("ptflops_fused") == "126601396224");
  CHECK(counts.at("thop") == "126575443968");
  CHECK(counts.at("torchinfo") == "163037184");
  CHECK(counts.at("calflops") == "291897606144");
  CHECK(counts.at("calflops_fused") == "253091905536");
}

TEST_CASE("add_counting_tools: the tools on small models", "[costs][counting_tools]") {
  // Measured as above: BertModel with 10 tokens, LlamaForCausalLM with 10 tokens twice.
  const Counts bert = convention_counts(tiny_bert(), pass_of(10));
  CHECK(bert.at("flop_counter_mode") == "79008");
  CHECK(bert.at("fvcore") == "42504");
  CHECK(bert.at("fvcore_fused") == "37704");
  CHECK(bert.at("ptflops") == "42876");
  CHECK(bert.at("ptflops_fused") == "37476");
  CHECK(bert.at("thop") == "37104");
  CHECK(bert.at("torchinfo") == "6108");
  CHECK(bert.at("calflops") == "82608");
  CHECK(bert.at("calflops_fused") == "72408");

  const Counts llama = convention_counts(tiny_llama(), pass_of(10, Mode::prefill, 2));
  CHECK(llama.at("flop_counter_mode") == "272640");
  CHECK(llama.at("fvcore") == "136320");
  CHECK(llama.at("fvcore_fused") == "123520");
  CHECK(llama.at("ptflops") == "139520");
  CHECK(llama.at("ptflops_fused") == "125120");
  CHECK(llama.at("thop") == "123520");
  CHECK(llama.at("torchinfo") == "14112");
  CHECK(llama.at("calflops") == "275840");
  CHECK(llama.at("calflops_fused") == "248640");
}

TEST_CASE("add_counting_tools: the tools on one step of decoding", "[costs][counting_tools]") {
  // Measured: one token of LlamaForCausalLM beside a cache of 9.
  const Counts counts =
      convention_counts(tiny_llama(), {.mode = Mode::decode, .n_tokens = 1, .n_keys = 10});
  CHECK(counts.at("flop_counter_mode") == "13632");
  CHECK(counts.at("fvcore") == "6816");
  CHECK(counts.at("ptflops") == "6976");
  CHECK(counts.at("ptflops_fused") == "6256");
  CHECK(counts.at("thop") == "6176");
  CHECK(counts.at("torchinfo") == "7056");
  CHECK(counts.at("calflops") == "13792");
  CHECK(counts.at("calflops_fused") == "12432");
  CHECK(counts.at("attn") == "13632");  // one query sees every key
  CHECK(counts.at("half_square") == "only for a causal mask with as many queries as keys");
}

TEST_CASE("add_counting_tools: FlopCounterMode going backward", "[costs][counting_tools]") {
  // Measured on LlamaForCausalLM, attention written out and fused.
  const Counts llama = convention_counts(tiny_llama(), pass_of(10, Mode::train, 2));
  CHECK(llama.at("flop_counter_mode") == "817920");
  CHECK(llama.at("flop_counter_mode_fused") == "830720");

  // ViTModel: measured 240,768 without a gradient for the pooler, which has 2·2·12·12·2 FLOP.
  const Counts vit = convention_counts(tiny_vit(), pass_of(5, Mode::train, 2));
  CHECK(vit.at("flop_counter_mode") == "241920");
  CHECK(vit.at("flop_counter_mode_fused") == "244320");
}

TEST_CASE("add_counting_tools: the tools on an image model", "[costs][counting_tools]") {
  // Measured: ViTModel, two images of 8 × 8 in patches of 4 × 4.
  const Counts counts = convention_counts(tiny_vit(), pass_of(5, Mode::prefill, 2));
  CHECK(counts.at("flop_counter_mode") == "83712");
  CHECK(counts.at("fvcore") == "44856");
  CHECK(counts.at("fvcore_fused") == "42456");
  CHECK(counts.at("ptflops") == "45036");
  CHECK(counts.at("ptflops_fused") == "42336");
  CHECK(counts.at("thop") == "41856");
  CHECK(counts.at("torchinfo") == "12600");
  CHECK(counts.at("calflops") == "87108");
  CHECK(counts.at("calflops_fused") == "82008");
}

TEST_CASE("add_counting_tools: learned positions are looked up once for a batch",
          "[costs][counting_tools]") {
  // Measured: DistilBertModel (no token types, no pooler), 2 sequences.
  Model distilbert = tiny_bert();
  distilbert.n_token_types = 0;
  distilbert.pooler = false;
  const Counts counts = convention_counts(distilbert, pass_of(10, Mode::prefill, 2));
  CHECK(counts.at("torchinfo") == "10320");
  CHECK(counts.at("fvcore") == "84720");
  CHECK(counts.at("ptflops") == "85440");
  CHECK(counts.at("thop") == "73920");
  CHECK(counts.at("calflops") == "164640");
}

TEST_CASE("add_counting_tools: an encoder beside a decoder", "[costs][counting_tools]") {
  // Measured: T5ForConditionalGeneration, 2 sequences of 10 tokens to 6.
  Model t5{.d_model = 12, .n_heads = 3, .n_kv_heads = 3, .d_head = 4, .d_ff = 48, .n_vocab = 50};
  t5.stacks = {
      {.role = Stack::Role::encoder, .n_layers = 2, .final_norm = true, .keeps_cache = false},
      {.role = Stack::Role::decoder,
       .n_layers = 2,
       .causal = true,
       .cross_attention = true,
       .final_norm = true}};
  t5.norm = Norm::rms;
  t5.activation = Activation::relu;
  t5.positions = Positions::relative;
  t5.n_positions = 32;
  t5.has_lm_head = t5.tied = true;
  Pass pass = pass_of(6, Mode::prefill, 2);
  pass.n_source = 10;
  const Counts counts = convention_counts(t5, pass);
  CHECK(counts.at("flop_counter_mode") == "310080");
  CHECK(counts.at("fvcore") == "155040");
  CHECK(counts.at("fvcore_fused") == "136224");
  CHECK(counts.at("thop") == "136224");
  CHECK(counts.at("ptflops") == "163536");
  CHECK(counts.at("calflops") == "315504");
  CHECK(counts.at("two_n_t") == "encoder and decoder see different numbers of tokens");
  CHECK(counts.at("kaplan") == counts.at("two_n_t"));
  CHECK(counts.at("palm") == counts.at("two_n_t"));
  CHECK(counts.at("chinchilla") == counts.at("two_n_t"));
}

TEST_CASE("add_counting_tools: nn.MultiheadAttention and nn.TransformerEncoderLayer",
          "[costs][counting_tools]") {
  // Measured on 10 tokens.
  Model model{.d_model = 512, .n_heads = 8, .n_kv_heads = 8, .d_head = 64};
  model.stacks = {{}};
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = true;
  const Counts attention = convention_counts(model, pass_of(10));
  CHECK(attention.at("attn") == "21176320");
  CHECK(attention.at("flop_counter_mode") == "21176320");
  CHECK(attention.at("fvcore") == "10588160");
  CHECK(attention.at("fvcore_fused") == "10485760");
  CHECK(attention.at("ptflops_module") == "10614560");
  CHECK(attention.at("thop_module") == "0");
  CHECK(attention.at("torchinfo_module") == "0");
  CHECK(attention.at("calflops_module") == "0");

  model.d_ff = 2048;
  model.mlp_bias = true;
  model.norm = Norm::layer;
  const Counts layer = convention_counts(model, pass_of(10));
  CHECK(layer.at("flop_counter_mode") == "63119360");
  CHECK(layer.at("fvcore_fused") == "31508480");
  CHECK(layer.at("ptflops_module") == "31621920");
  CHECK(layer.at("thop_module") == "21012480");
  CHECK(layer.at("torchinfo_module") == "2101760");
  CHECK(layer.at("calflops_module") == "41994240");

  model.n_kv_heads = 2;  // nn.MultiheadAttention shares no heads
  CHECK(convention_counts(model, pass_of(10)).count("ptflops_module") == 0);
}
