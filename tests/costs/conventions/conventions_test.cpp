#include "costs/conventions/conventions.hpp"

#include "costs/conventions/convention_list.hpp"
#include "support/catch.hpp"
#include "support/convention_counts.hpp"
#include "support/model_examples.hpp"

using Counts = std::map<std::string, std::string>;

namespace {

std::string in_hundredths_of_tera(const std::string& count) {
  const Count hundredth("10000000000");
  return Count((Count(count) + hundredth / 2) / hundredth).get_str();
}

TEST_CASE("conventions_of: the papers and rules for GPT-2") {
  const Counts counts = convention_counts(gpt2_model(), pass_of(1024));
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

TEST_CASE("conventions_of: half the square is what MaxText logs") {
  // Its pull request 1988 prints, in TFLOP for a batch of 4, 1721.22 before and 1510.11 after for
  // 8,192 tokens, and 125194.40 and 72826.86 for 129,024.
  const Counts counts = convention_counts(llama_model(), pass_of(8192, Mode::train, 4));
  CHECK(counts.at("full_square") == "1721216733806592");
  CHECK(counts.at("half_square") == "1510110501273600");
  CHECK(counts.at("weights_only_mac") == "649502134370304");  // 1299.00 TFLOP
  const Counts longer = convention_counts(llama_model(), pass_of(129024, Mode::train, 4));
  CHECK(in_hundredths_of_tera(longer.at("full_square")) == "12519440");
  CHECK(in_hundredths_of_tera(longer.at("half_square")) == "7282686");

  // The other half of the diagonal: 4·3·32·32·128·8192 / 2 pairs more, two products of 2 FLOP.
  const Count diagonal = Count(counts.at("attn")) - Count(counts.at("half_square"));
  CHECK(diagonal.get_str() == "25769803776");
  CHECK(diagonal == 4 * 3 * Count(32) * 32 * 128 * 8192 / 2 * 4);
}

TEST_CASE("conventions_of: training is three times a forward pass") {
  const Counts forward = convention_counts(gpt2_model(), pass_of(64));
  const Counts training = convention_counts(gpt2_model(), pass_of(64, Mode::train));
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

TEST_CASE("conventions_of: what does not apply says why") {
  const Counts llama = convention_counts(tiny_llama(), pass_of(10));
  CHECK(llama.at("kaplan") == "not defined for gated MLPs");
  CHECK(llama.at("chinchilla") == "not defined for gated MLPs");
  CHECK(llama.at("palm") == "153920");  // (2·7,056 + 4·2·16·10)·10: its N and heads are enough

  Model shared = gpt2_model();
  shared.n_kv_heads = 4;
  CHECK(convention_counts(shared, pass_of(8)).at("kaplan") ==
        "not defined for shared key-value heads");

  Model experts = tiny_llama();
  experts.n_experts = 4;
  experts.n_active_experts = 2;
  const Counts of_experts = convention_counts(experts, pass_of(10));
  CHECK(of_experts.at("fvcore") == "what tools see depends on how the experts are written");
  CHECK(of_experts.at("palm") == "not defined for layers with experts");
  CHECK(of_experts.at("two_n_t") == "220480");  // 2·10·(7,056 + 2·16·4 + 2·3·16·40)

  const Counts bert = convention_counts(tiny_bert(), pass_of(10));
  CHECK(bert.at("palm") == "not defined without an LM head");
  CHECK(bert.at("chinchilla") == "not defined without an LM head");
  CHECK(bert.at("half_square") == "only for a causal mask with as many queries as keys");
  CHECK(bert.at("kaplan") == "73920");  // (2·2·12·12² + 2·2·10·12)·10

  Pass windowed = pass_of(10);
  windowed.window = 4;
  CHECK(convention_counts(gpt2_model(), windowed).at("half_square") == bert.at("half_square"));

  Pass with_cache = pass_of(4);
  with_cache.n_keys = 10;
  CHECK(convention_counts(gpt2_model(), with_cache).at("chinchilla") == "only for whole sequences");
  const Model alone{.d_model = 8, .d_head = 8, .stacks = {{}}};
  CHECK(convention_counts(alone, pass_of(4)).at("kaplan") ==
        "not defined for layers without an MLP or without projections");
}

TEST_CASE("conventions_of: Chinchilla counts every logit") {
  Pass last = pass_of(64);
  last.logits = Logits::last;
  CHECK(convention_counts(gpt2_model(), last).at("chinchilla") ==
        convention_counts(gpt2_model(), pass_of(64)).at("chinchilla"));
}

TEST_CASE("conventions_of: each formula gives its count, from symbols that have values") {
  for (const Model& model : small_models()) {
    for (const Pass& pass : passes_of(model)) {
      const Conventions found = conventions_of(costs_of(model, pass));
      for (const Convention& row : found.rows) {
        INFO(model.name << " " << row.id);
        if (row.formula) CHECK(row.formula->at(found.arguments) == row.count);
        CHECK_FALSE(row.why.empty());
      }
    }
  }
}

TEST_CASE("conventions_of: allowed and all pairs agree with the costs themselves") {
  for (Model model : small_models()) {
    for (Pass pass : passes_of(model)) {
      INFO(model.name);
      const Counts counts = convention_counts(model, pass);
      CHECK(Count(counts.at("attn")) == 2 * total_of(costs_of(model, pass).macs));

      pass.causal = false;
      pass.window.reset();
      pass.given_pairs.reset();
      Model everywhere = model;
      for (Stack& stack : everywhere.stacks) stack.n_windowed_layers = 0;
      CHECK(Count(counts.at("full_square")) == 2 * total_of(costs_of(everywhere, pass).macs));
    }
  }
}

TEST_CASE("times_first: a MAC is two FLOP") {
  const Conventions found = conventions_of(costs_of(tiny_bert(), pass_of(10)));
  std::map<std::string, double> times;
  for (const Convention& row : found.rows) times[row.id] = times_first(row, found);
  CHECK(times.at("attn") == 1.0);
  CHECK(times.at("full_square_mac") == 1.0);  // nothing is masked in an encoder
  CHECK(times.at("thop") == Approx(2.0 * 37104 / 79008));
  CHECK(times.at("palm") == 0.0);
}

Convention row_named(const std::string& id) {
  return {.id = id, .label = id, .formula = {}, .count = 0, .why = "because"};
}

TEST_CASE("ConventionList: a row gets its count, or the reason it has none") {
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

TEST_CASE("ConventionList: only what the formulas name is defined") {
  const Costs costs = costs_of(tiny_llama(), pass_of(10));
  ConventionList list(costs);
  CHECK(list.term("n_norm").text() == "0");  // there is no LayerNorm
  list.add(row_named("counted"), list.term("C_W") + 5 * list.term("n_norm"));
  const Conventions found = std::move(list).finish();
  CHECK(found.rows[0].formula->text() == "C_W");
  REQUIRE(found.definitions.size() == 1);
  CHECK(found.definitions[0].symbol == "C_W");
}

TEST_CASE("ConventionList: in training, terms are those of one forward pass") {
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

TEST_CASE("add_counting_tools: the tools on GPT-2") {
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

TEST_CASE("add_counting_tools: the tools on small models") {
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

TEST_CASE("add_counting_tools: the tools on one step of decoding") {
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

TEST_CASE("add_counting_tools: FlopCounterMode going backward") {
  // Measured on LlamaForCausalLM, attention written out and fused.
  const Counts llama = convention_counts(tiny_llama(), pass_of(10, Mode::train, 2));
  CHECK(llama.at("flop_counter_mode") == "817920");
  CHECK(llama.at("flop_counter_mode_fused") == "830720");

  // ViTModel: measured 240,768 without a gradient for the pooler, which has 2·2·12·12·2 FLOP.
  const Counts vit = convention_counts(tiny_vit(), pass_of(5, Mode::train, 2));
  CHECK(vit.at("flop_counter_mode") == "241920");
  CHECK(vit.at("flop_counter_mode_fused") == "244320");
}

TEST_CASE("add_counting_tools: the tools on an image model") {
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

TEST_CASE("add_counting_tools: learned positions are looked up once for a batch") {
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

TEST_CASE("add_counting_tools: an encoder beside a decoder") {
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

TEST_CASE("add_counting_tools: nn.MultiheadAttention and nn.TransformerEncoderLayer") {
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

using Values = std::map<std::string, Count>;

Values values_of(const Model& model, const Pass& pass) {
  Values values;
  for (const ConventionTerm& one : convention_terms(costs_of(model, pass)))
    values[one.symbol] = one.value;
  return values;
}

TEST_CASE("convention_terms: worked by hand") {
  // tiny_bert: L = 2, d = 12, h = 3, f = 48, and 10 tokens.
  CHECK(values_of(tiny_bert(), pass_of(10)) ==
        Values{{"C_W", 2 * 10 * (4 * 144 + 2 * 576) + 144},  // the pooler reads one token
               {"C_A", 2 * 2 * 12 * 100},
               {"C_F", 2 * 2 * 12 * 100},
               {"C_P", 2 * 10 * 4 * 144},
               {"N_P", 2 * 4 * (144 + 12)},
               {"n_norm", 10 * (2 * 2 * 12 + 12)},  // two a layer, one of embeddings
               {"n_bias", 2 * 10 * (4 * 12 + 48 + 12) + 12},
               {"n_soft", 2 * 3 * 100},
               {"n_sc", 2 * 10 * 12},
               {"N_0", 12 * 2 * 144}});

  // tiny_llama: L = 2, d = 16, 4 heads of 4 in 2 groups, f = 40, V = 50; no LayerNorm, no bias.
  CHECK(values_of(tiny_llama(), pass_of(10)) ==
        Values{{"C_W", 10 * (2 * (2 * 256 + 2 * 128 + 3 * 640) + 800)},
               {"C_A", 2 * 2 * 16 * 55},
               {"C_F", 2 * 2 * 16 * 100},
               {"C_P", 10 * 2 * (2 * 256 + 2 * 128)},
               {"N_P", 2 * (2 * 256 + 2 * 128)},
               {"n_soft", 2 * 4 * 100},
               {"n_act", 2 * 10 * 40},
               {"n_sc", 2 * 10 * 16},
               {"N_0", 2 * 2 * 16 * (2 * 16 + 40)}});
}

TEST_CASE("convention_terms: one formula for the batch") {
  const Values one = values_of(tiny_bert(), pass_of(10)),
               three = values_of(tiny_bert(), pass_of(10, Mode::prefill, 3));
  for (const char* symbol : {"C_W", "C_A", "C_F", "C_P", "n_norm", "n_bias", "n_soft", "n_sc"}) {
    INFO(symbol);
    CHECK(three.at(symbol) == 3 * one.at(symbol));
  }
  CHECK(three.at("N_0") == one.at("N_0"));
  CHECK(three.at("N_P") == one.at("N_P"));
}

TEST_CASE("convention_terms: each formula gives its value") {
  for (const Model& model : small_models())
    for (Pass pass : passes_of(model)) {
      if (pass.mode == Mode::train) pass.mode = Mode::prefill;
      const Costs costs = costs_of(model, pass);
      for (const ConventionTerm& one : convention_terms(costs)) {
        INFO(model.name << ": " << one.symbol << " = " << one.formula.text());
        CHECK(one.formula.at(costs.arguments) == one.value);
      }
    }
}

TEST_CASE("convention_terms: products with weights and between tokens are all products") {
  for (const Model& model : small_models())
    for (Pass pass : passes_of(model)) {
      if (pass.mode == Mode::train) pass.mode = Mode::prefill;
      const Values values = values_of(model, pass);
      INFO(model.name);
      CHECK(values.at("C_W") + values.at("C_A") == total_of(costs_of(model, pass).macs));
    }
}

TEST_CASE("convention_terms: active parameters are those of the costs") {
  for (Model model : small_models()) {
    if (model.n_experts == 0) continue;
    const Costs costs = costs_of(model, pass_of(6));
    CHECK(values_of(model, pass_of(6)).at("N_act") == costs.n_active_parameters);
    CHECK(costs.n_active_parameters < costs.arguments["N"]);
  }
}

}  // namespace
