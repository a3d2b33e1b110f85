#include "costs/conventions/conventions.hpp"

#include "support/catch.hpp"
#include "support/convention_counts.hpp"
#include "support/model_examples.hpp"

using namespace attn;

using Counts = std::map<std::string, std::string>;

namespace {

std::string in_hundredths_of_tera(const std::string& count) {
  const Count hundredth("10000000000");
  return Count((Count(count) + hundredth / 2) / hundredth).get_str();
}

}  // namespace

TEST_CASE("conventions_of: the papers and rules for GPT-2", "[costs][conventions]") {
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

TEST_CASE("conventions_of: half the square is what MaxText logs", "[costs][conventions]") {
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

TEST_CASE("conventions_of: training is three times a forward pass", "[costs][conventions]") {
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

TEST_CASE("conventions_of: what does not apply says why", "[costs][conventions]") {
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

TEST_CASE("conventions_of: Chinchilla counts every logit", "[costs][conventions]") {
  Pass last = pass_of(64);
  last.logits = Logits::last;
  CHECK(convention_counts(gpt2_model(), last).at("chinchilla") ==
        convention_counts(gpt2_model(), pass_of(64)).at("chinchilla"));
}

TEST_CASE("conventions_of: each formula gives its count, from symbols that have values",
          "[costs][conventions][property]") {
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

TEST_CASE("conventions_of: allowed and all pairs agree with the costs themselves",
          "[costs][conventions][property]") {
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

TEST_CASE("times_first: a MAC is two FLOP", "[costs][conventions]") {
  const Conventions found = conventions_of(costs_of(tiny_bert(), pass_of(10)));
  std::map<std::string, double> times;
  for (const Convention& row : found.rows) times[row.id] = times_first(row, found);
  CHECK(times.at("attn") == 1.0);
  CHECK(times.at("full_square_mac") == 1.0);  // nothing is masked in an encoder
  CHECK(times.at("thop") == Approx(2.0 * 37104 / 79008));
  CHECK(times.at("palm") == 0.0);
}
