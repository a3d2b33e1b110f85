#include "costs/conventions.hpp"

#include <map>

#include "support/catch.hpp"

using namespace attn;

namespace {

// A decoder of the kind of GPT-2: LayerNorm, biases, learned positions, a tied head.
Model gpt2() {
  Model model{.d_model = 768, .n_heads = 12, .n_kv_heads = 12, .d_head = 64, .d_ff = 3072};
  model.n_vocab = 50257;
  model.stacks = {{.n_layers = 12, .causal = true, .final_norm = true}};
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = true;
  model.mlp_bias = true;
  model.norm = Norm::layer;
  model.positions = Positions::learned;
  model.n_positions = 1024;
  model.has_lm_head = model.tied = true;
  return model;
}

// A decoder of the kind of Llama: RMSNorm, a gated MLP, no biases, a head of its own.
Model llama_2_7b() {
  Model model{.d_model = 4096, .n_heads = 32, .n_kv_heads = 32, .d_head = 128, .d_ff = 11008};
  model.n_vocab = 32000;
  model.stacks = {{.n_layers = 32, .causal = true, .final_norm = true}};
  model.gated = true;
  model.norm = Norm::rms;
  model.positions = Positions::rotary;
  model.has_lm_head = true;
  return model;
}

Model small_llama() {
  Model model = llama_2_7b();
  model.d_model = 16;
  model.n_heads = 4;
  model.n_kv_heads = 2;
  model.d_head = 4;
  model.d_ff = 40;
  model.n_vocab = 50;
  model.stacks.front().n_layers = 2;
  return model;
}

Model small_bert() {
  Model model = gpt2();
  model.d_model = 12;
  model.n_heads = model.n_kv_heads = 3;
  model.d_head = 4;
  model.d_ff = 48;
  model.n_vocab = 50;
  model.n_positions = 128;
  model.n_token_types = 2;
  model.embedding_norm = model.pooler = true;
  model.has_lm_head = model.tied = false;
  model.stacks = {{.n_layers = 2, .keeps_cache = false}};
  return model;
}

// An image model: 4 patches of 4 × 4 and a class token, and a pooler.
Model small_vit() {
  Model model = small_bert();
  model.n_vocab = model.n_token_types = 0;
  model.n_positions = 5;
  model.embedding_norm = false;
  model.patches = {.n_patches = 4, .size = 4, .n_channels = 3};
  model.class_token = true;
  model.stacks.front().final_norm = true;
  return model;
}

Pass pass_of(std::uint64_t n_tokens, Mode mode = Mode::prefill, std::uint64_t n_batch = 1) {
  return {.mode = mode, .n_batch = n_batch, .n_tokens = n_tokens, .n_keys = n_tokens};
}

using Counts = std::map<std::string, std::string>;

Counts counts_of(const Model& model, const Pass& pass) {
  Counts counts;
  for (const Convention& row : conventions_of(costs_of(model, pass)).rows)
    counts[row.id] = row.formula ? row.count.get_str() : row.why;
  return counts;
}

std::string in_hundredths_of_tera(const std::string& count) {
  const Count hundredth("10000000000");
  return Count((Count(count) + hundredth / 2) / hundredth).get_str();
}

}  // namespace

TEST_CASE("conventions_of: the papers and rules for GPT-2", "[costs][conventions]") {
  const Counts counts = counts_of(gpt2(), pass_of(1024));
  CHECK(counts.at("attn") == "272339828736");
  CHECK(counts.at("full_square") == "291648307200");
  CHECK(counts.at("half_square") == "272320954368");  // 12·12·64·4·512 FLOP less: half a diagonal
  CHECK(counts.at("full_square_mac") == "145824153600");
  CHECK(counts.at("weights_only_mac") == "126496800768");
  CHECK(counts.at("two_n_t") == "254852726784");  // 2·124,439,808·1024
  CHECK(counts.at("kaplan") == "193273528320");   // (2·12·12·768² + 2·12·1024·768)·1024
  CHECK(counts.at("palm") == "291896819712");     // (6·123,653,376 + 12·12·768·1024)·1024 / 3
  CHECK(counts.at("chinchilla") == "371148718080");  // + 2·1024·50257·768 + 3·12·12·1024²
}

TEST_CASE("conventions_of: half the square is what MaxText logs", "[costs][conventions]") {
  // Its pull request 1988 prints, in TFLOP for a batch of 4, 1721.22 before and 1510.11 after for
  // 8,192 tokens, and 125194.40 and 72826.86 for 129,024.
  const Counts counts = counts_of(llama_2_7b(), pass_of(8192, Mode::train, 4));
  CHECK(counts.at("full_square") == "1721216733806592");
  CHECK(counts.at("half_square") == "1510110501273600");
  CHECK(counts.at("weights_only_mac") == "649502134370304");  // 1299.00 TFLOP
  const Counts longer = counts_of(llama_2_7b(), pass_of(129024, Mode::train, 4));
  CHECK(in_hundredths_of_tera(longer.at("full_square")) == "12519440");
  CHECK(in_hundredths_of_tera(longer.at("half_square")) == "7282686");

  // The other half of the diagonal: 4·3·32·32·128·8192 / 2 pairs more, two products of 2 FLOP.
  const Count diagonal = Count(counts.at("attn")) - Count(counts.at("half_square"));
  CHECK(diagonal.get_str() == "25769803776");
  CHECK(diagonal == 4 * 3 * Count(32) * 32 * 128 * 8192 / 2 * 4);
}

TEST_CASE("conventions_of: training is three times a forward pass", "[costs][conventions]") {
  const Counts forward = counts_of(gpt2(), pass_of(64));
  const Counts training = counts_of(gpt2(), pass_of(64, Mode::train));
  for (const char* id : {"attn", "full_square", "half_square", "full_square_mac",
                         "weights_only_mac", "two_n_t", "kaplan", "palm", "chinchilla"}) {
    INFO(id);
    CHECK(Count(training.at(id)) == 3 * Count(forward.at(id)));
  }
  for (const char* id : {"fvcore", "ptflops", "thop", "torchinfo", "calflops"}) {
    INFO(id);
    CHECK(training.at(id) == forward.at(id));  // they see one forward pass
  }
}

TEST_CASE("conventions_of: the tools on GPT-2", "[costs][conventions]") {
  // Measured with the versions of add_counting_tools on transformers 5.23, Conv1D replaced by
  // nn.Linear, 1,024 tokens.
  const Counts counts = counts_of(gpt2(), pass_of(1024));
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

TEST_CASE("conventions_of: the tools on small models", "[costs][conventions]") {
  // Measured as above: BertModel with 10 tokens, LlamaForCausalLM with 10 tokens twice.
  const Counts bert = counts_of(small_bert(), pass_of(10));
  CHECK(bert.at("flop_counter_mode") == "79008");
  CHECK(bert.at("fvcore") == "42504");
  CHECK(bert.at("fvcore_fused") == "37704");
  CHECK(bert.at("ptflops") == "42876");
  CHECK(bert.at("ptflops_fused") == "37476");
  CHECK(bert.at("thop") == "37104");
  CHECK(bert.at("torchinfo") == "6108");
  CHECK(bert.at("calflops") == "82608");
  CHECK(bert.at("calflops_fused") == "72408");

  const Counts llama = counts_of(small_llama(), pass_of(10, Mode::prefill, 2));
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

TEST_CASE("conventions_of: the tools on one step of decoding", "[costs][conventions]") {
  // Measured: one token of LlamaForCausalLM beside a cache of 9.
  const Counts counts =
      counts_of(small_llama(), {.mode = Mode::decode, .n_tokens = 1, .n_keys = 10});
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

TEST_CASE("conventions_of: FlopCounterMode going backward", "[costs][conventions]") {
  // Measured on LlamaForCausalLM, attention written out and fused.
  const Counts llama = counts_of(small_llama(), pass_of(10, Mode::train, 2));
  CHECK(llama.at("flop_counter_mode") == "817920");
  CHECK(llama.at("flop_counter_mode_fused") == "830720");

  // ViTModel: measured 240,768 without a gradient for the pooler, which has 2·2·12·12·2 FLOP.
  const Counts vit = counts_of(small_vit(), pass_of(5, Mode::train, 2));
  CHECK(vit.at("flop_counter_mode") == "241920");
  CHECK(vit.at("flop_counter_mode_fused") == "244320");
}

TEST_CASE("conventions_of: the tools on an image model", "[costs][conventions]") {
  // Measured: ViTModel, two images of 8 × 8 in patches of 4 × 4.
  const Counts counts = counts_of(small_vit(), pass_of(5, Mode::prefill, 2));
  CHECK(counts.at("flop_counter_mode") == "83712");
  CHECK(counts.at("fvcore") == "44856");
  CHECK(counts.at("fvcore_fused") == "42456");
  CHECK(counts.at("ptflops") == "45036");
  CHECK(counts.at("ptflops_fused") == "42336");
  CHECK(counts.at("thop") == "41856");
  CHECK(counts.at("torchinfo") == "12600");
}

TEST_CASE("conventions_of: learned positions are looked up once for a batch",
          "[costs][conventions]") {
  // Measured: DistilBertModel (no token types, no pooler), 2 sequences.
  Model distilbert = small_bert();
  distilbert.n_token_types = 0;
  distilbert.pooler = false;
  const Counts counts = counts_of(distilbert, pass_of(10, Mode::prefill, 2));
  CHECK(counts.at("torchinfo") == "10320");
  CHECK(counts.at("fvcore") == "84720");
  CHECK(counts.at("ptflops") == "85440");
  CHECK(counts.at("thop") == "73920");
  CHECK(counts.at("calflops") == "164640");
}

TEST_CASE("conventions_of: an encoder beside a decoder", "[costs][conventions]") {
  // Measured: T5ForConditionalGeneration, 2 sequences of 10 tokens to 6; its ReLU comes on top.
  Model t5{.d_model = 12, .n_heads = 3, .n_kv_heads = 3, .d_head = 4, .d_ff = 48, .n_vocab = 50};
  t5.stacks = {{.name = "encoder", .n_layers = 2, .final_norm = true, .keeps_cache = false},
               {.name = "decoder",
                .n_layers = 2,
                .causal = true,
                .cross_attention = true,
                .final_norm = true}};
  t5.norm = Norm::rms;
  t5.positions = Positions::relative;
  t5.n_positions = 32;
  t5.has_lm_head = t5.tied = true;
  Pass pass = pass_of(6, Mode::prefill, 2);
  pass.n_source = 10;
  const Counts counts = counts_of(t5, pass);
  CHECK(counts.at("flop_counter_mode") == "310080");
  CHECK(counts.at("fvcore") == "155040");
  CHECK(counts.at("fvcore_fused") == "136224");
  CHECK(counts.at("thop") == "136224");
  CHECK(counts.at("ptflops") == "157392");   // 163,536 with 2·3,072 for ReLU
  CHECK(counts.at("calflops") == "312432");  // 315,504 with 3,072 for ReLU
  CHECK(counts.at("two_n_t") == "encoder and decoder see different numbers of tokens");
  CHECK(counts.at("kaplan") == counts.at("two_n_t"));
  CHECK(counts.at("palm") == counts.at("two_n_t"));
  CHECK(counts.at("chinchilla") == counts.at("two_n_t"));
}

TEST_CASE("conventions_of: nn.MultiheadAttention and nn.TransformerEncoderLayer",
          "[costs][conventions]") {
  // Measured on 10 tokens.
  Model model{.d_model = 512, .n_heads = 8, .n_kv_heads = 8, .d_head = 64};
  model.stacks = {{}};
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = true;
  const Counts attention = counts_of(model, pass_of(10));
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
  const Counts layer = counts_of(model, pass_of(10));
  CHECK(layer.at("flop_counter_mode") == "63119360");
  CHECK(layer.at("fvcore_fused") == "31508480");
  CHECK(layer.at("ptflops_module") == "31621920");
  CHECK(layer.at("thop_module") == "21012480");
  CHECK(layer.at("torchinfo_module") == "2101760");
  CHECK(layer.at("calflops_module") == "41994240");

  model.n_kv_heads = 2;  // nn.MultiheadAttention shares no heads
  CHECK(counts_of(model, pass_of(10)).count("ptflops_module") == 0);
}

TEST_CASE("conventions_of: what does not apply says why", "[costs][conventions]") {
  const Counts llama = counts_of(small_llama(), pass_of(10));
  CHECK(llama.at("kaplan") == "not defined for gated MLPs");
  CHECK(llama.at("chinchilla") == "not defined for gated MLPs");
  CHECK(llama.at("palm") == "153920");  // (2·7,056 + 4·2·16·10)·10: its N and heads are enough

  Model shared = gpt2();
  shared.n_kv_heads = 4;
  CHECK(counts_of(shared, pass_of(8)).at("kaplan") == "not defined for shared key-value heads");

  Model experts = small_llama();
  experts.n_experts = 4;
  experts.n_active_experts = 2;
  const Counts of_experts = counts_of(experts, pass_of(10));
  CHECK(of_experts.at("fvcore") == "what tools see depends on how the experts are written");
  CHECK(of_experts.at("palm") == "not defined for layers with experts");
  CHECK(of_experts.at("two_n_t") == "220480");  // 2·10·(7,056 + 2·16·4 + 2·3·16·40)

  const Counts bert = counts_of(small_bert(), pass_of(10));
  CHECK(bert.at("palm") == "not defined without an LM head");
  CHECK(bert.at("chinchilla") == "not defined without an LM head");
  CHECK(bert.at("half_square") == "only for a causal mask with as many queries as keys");
  CHECK(bert.at("kaplan") == "73920");  // (2·2·12·12² + 2·2·10·12)·10

  Pass windowed = pass_of(10);
  windowed.window = 4;
  CHECK(counts_of(gpt2(), windowed).at("half_square") == bert.at("half_square"));

  Pass with_cache = pass_of(4);
  with_cache.n_keys = 10;
  CHECK(counts_of(gpt2(), with_cache).at("chinchilla") == "only for whole sequences");
  const Model alone{.d_model = 8, .d_head = 8, .stacks = {{}}};
  CHECK(counts_of(alone, pass_of(4)).at("kaplan") ==
        "not defined for layers without an MLP or without projections");
}

TEST_CASE("conventions_of: each formula gives its count, from terms that are shown",
          "[costs][conventions][property]") {
  Pass last = pass_of(7, Mode::train, 3);
  last.logits = Logits::last;
  for (const Model& model : {gpt2(), llama_2_7b(), small_bert(), small_vit()}) {
    for (const Pass& pass :
         {pass_of(1), pass_of(9), pass_of(9, Mode::prefill, 2), pass_of(5, Mode::train, 2), last}) {
      const Conventions found = conventions_of(costs_of(model, pass));
      for (const Convention& row : found.rows) {
        INFO(row.id);
        if (row.formula) CHECK(row.formula->at(found.arguments) == row.count);
        CHECK_FALSE(row.why.empty());
      }
      for (const Definition& one : found.definitions) {
        INFO(one.symbol << " = " << one.formula.text());
        CHECK(one.formula.at(found.arguments) == one.value);
        CHECK(found.arguments[one.symbol] == one.value);
      }
    }
  }
}

TEST_CASE("conventions_of: exact pairs and all pairs agree with the costs themselves",
          "[costs][conventions][property]") {
  for (const Model& model : {gpt2(), llama_2_7b(), small_bert(), small_vit()}) {
    for (const Mode mode : {Mode::prefill, Mode::train}) {
      Pass pass = pass_of(13, mode, 2);
      const Counts counts = counts_of(model, pass);
      CHECK(Count(counts.at("attn")) == 2 * total_of(costs_of(model, pass).macs));
      pass.causal = false;
      CHECK(Count(counts.at("full_square")) == 2 * total_of(costs_of(model, pass).macs));
    }
  }
}

TEST_CASE("conventions_of: Chinchilla counts every logit", "[costs][conventions]") {
  Pass last = pass_of(64);
  last.logits = Logits::last;
  CHECK(counts_of(gpt2(), last).at("chinchilla") ==
        counts_of(gpt2(), pass_of(64)).at("chinchilla"));
}

TEST_CASE("times_first: a MAC is two FLOP", "[costs][conventions]") {
  const Conventions found = conventions_of(costs_of(small_bert(), pass_of(10)));
  std::map<std::string, double> times;
  for (const Convention& row : found.rows) times[row.id] = times_first(row, found);
  CHECK(times.at("attn") == 1.0);
  CHECK(times.at("full_square_mac") == 1.0);  // nothing is masked in an encoder
  CHECK(times.at("thop") == Approx(2.0 * 37104 / 79008));
  CHECK(times.at("palm") == 0.0);
}
