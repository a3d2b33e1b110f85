#include "costs/family_config.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("gpt2_model: the other spellings mean the same", "[costs][gpt2_and_t5]") {
  const json gpt2 = framework_counts()["gpt2"]["config"];
  CHECK(model_of(gpt2).d_ff == 3072);
  CHECK(model_of(with(gpt2, "n_inner", 100)).d_ff == 100);
  CHECK(refused(with(gpt2, "hidden_size", 768)) == "accepted");
  CHECK(refused(with(gpt2, "hidden_size", 769)) ==
        "config.json: \"n_embd\" is 768, but \"hidden_size\" is 769, and both mean the same. Keep "
        "one of them.");
  CHECK(refused(with(gpt2, "n_embd", 770)) ==
        "config.json: \"n_embd\" 770 cannot be split into the 12 heads of \"n_head\": 770 / 12 = "
        "64.17. Change one of the two.");
}

TEST_CASE("t5_model: an encoder and a decoder", "[costs][gpt2_and_t5]") {
  const json t5 = framework_counts()["t5-small"]["config"];
  const Model model = model_of(with(t5, "num_decoder_layers", 2));
  REQUIRE(model.stacks.size() == 2);
  const Stack &encoder = model.stacks[0], &decoder = model.stacks[1];
  CHECK(encoder.role == Stack::Role::encoder);
  CHECK(encoder.n_layers == 6);
  CHECK_FALSE(encoder.causal);
  CHECK_FALSE(encoder.keeps_cache);
  CHECK_FALSE(encoder.cross_attention);
  CHECK(decoder.role == Stack::Role::decoder);
  CHECK(decoder.n_layers == 2);
  CHECK(decoder.causal);
  CHECK(decoder.keeps_cache);
  CHECK(decoder.cross_attention);
}

TEST_CASE("t5_model: a gate if the activation says so", "[costs][gpt2_and_t5]") {
  const json t5 = framework_counts()["t5-small"]["config"];
  CHECK_FALSE(model_of(t5).gated);
  CHECK_FALSE(model_of(with(t5, "feed_forward_proj", "gelu")).gated);
  CHECK(model_of(with(t5, "feed_forward_proj", "gated-silu")).gated);
  for (const char* wrong : {"wide-gelu", "gated-gelu-new", "-"})
    CHECK(
        refused(with(t5, "feed_forward_proj", wrong)) ==
        "config.json: \"feed_forward_proj\" must be an activation such as \"relu\", or \"gated-\" "
        "before one.");
}
