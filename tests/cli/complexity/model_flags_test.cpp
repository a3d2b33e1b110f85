#include "cli/complexity/model_flags.hpp"

#include "base/message.hpp"
#include "costs/costs.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

ModelFlags by_hand(const std::string& d_model, const std::string& heads = "") {
  ModelFlags flags;
  type(flags.d_model, d_model);
  type(flags.heads, heads);
  return flags;
}

ModelFlags named(const std::string& name) {
  ModelFlags flags;
  type(flags.model, name);
  return flags;
}

Count parameters(const ModelFlags& flags) {
  const Model model = read_model(flags);
  return total_of(parameters_of(model, arguments_of(model)));
}

}  // namespace

TEST_CASE("read_model: one number makes one block", "[cli][model_input]") {
  const Model model = read_model(by_hand("512", "8"));
  CHECK(model.name.empty());
  CHECK(model.n_kv_heads == 8);
  CHECK(model.d_head == 64);
  CHECK(model.d_ff == 2048);
  CHECK(model.norm == Norm::layer);
  CHECK(model.stacks.front().n_layers == 1);
  CHECK_FALSE(model.stacks.front().final_norm);
  CHECK_FALSE(model.has_lm_head);
}

TEST_CASE("read_model: GPT-2 by hand is GPT-2 by name", "[cli][model_input]") {
  ModelFlags flags = by_hand("768", "12");
  type(flags.layers, "12");
  type(flags.vocab, "50257");
  type(flags.positions, "learned:1024");
  type(flags.bias);
  type(flags.tied);
  CHECK(parameters(flags) == 124'439'808);
  CHECK(parameters(named("gpt2")) == 124'439'808);
}

TEST_CASE("read_model: Llama 3 by hand is Llama 3 by name", "[cli][model_input]") {
  ModelFlags flags = by_hand("4096", "32");
  type(flags.kv_heads, "8");
  type(flags.layers, "32");
  type(flags.d_ff, "14336");
  type(flags.vocab, "128256");
  type(flags.norm, "rms");
  type(flags.gated);
  CHECK(parameters(flags) == Count("8030261248"));
  CHECK(parameters(named("llama-3-8b")) == Count("8030261248"));
}

TEST_CASE("read_model: numbers change a named model, and what follows from them",
          "[cli][model_input]") {
  ModelFlags flags = named("llama-2-7b");
  type(flags.kv_heads, "8");
  const Model grouped = read_model(flags);
  CHECK(grouped.n_kv_heads == 8);
  CHECK(grouped.d_head == 128);
  CHECK(grouped.name == "llama-2-7b, changed");
  CHECK(grouped.counted_as.empty());

  flags = named("gpt2");
  type(flags.d_model, "1024");
  type(flags.heads, "16");
  const Model wider = read_model(flags);
  CHECK(wider.n_kv_heads == 16);
  CHECK(wider.d_head == 64);
  CHECK(wider.d_ff == 4096);

  flags = named("llama-3-8b");
  type(flags.layers, "2");
  CHECK(read_model(flags).n_kv_heads == 8);
  CHECK(read_model(flags).stacks.front().n_layers == 2);
}

TEST_CASE("read_model: a width of heads that is not d_model / heads stays", "[cli][model_input]") {
  ModelFlags flags = named("gemma-7b");
  type(flags.d_model, "4096");
  CHECK(read_model(flags).d_head == 256);
}

TEST_CASE("read_model: biases, ties, norms and positions", "[cli][model_input]") {
  ModelFlags flags = named("gpt2");
  type(flags.no_bias);
  type(flags.untied);
  type(flags.norm, "layer-no-bias");
  type(flags.positions, "rotary");
  const Model model = read_model(flags);
  CHECK_FALSE(model.query_bias);
  CHECK_FALSE(model.mlp_bias);
  CHECK_FALSE(model.tied);
  CHECK(model.norm == Norm::layer_without_bias);
  CHECK(model.positions == Positions::rotary);
  CHECK(model.n_positions == 0);
}

TEST_CASE("read_model: a file that is no config is refused", "[cli][model_input][error]") {
  ModelFlags flags;
  type(flags.config, ATTN_SOURCE_DIR "/README.md");
  CHECK_THROWS_AS(read_model(flags), InputError);
  type(flags.model, "gpt2");
  CHECK_THROWS_MATCHES(read_model(flags), InputError,
                       Message("--model and --config cannot be used together."));
}

TEST_CASE("read_model: refusals name the flag and the way out", "[cli][model_input][error]") {
  const auto refused = [](const ModelFlags& flags, const std::string& text) {
    CHECK_THROWS_MATCHES(read_model(flags), InputError, Message(text));
  };
  ModelFlags flags;
  type(flags.heads, "8");
  refused(flags,
          "--heads needs a model to belong to: --d-model N by hand, --model NAME or --config "
          "FILE.");
  refused(named("gtp2"),
          "There is no model named gtp2. Did you mean gpt2? --list shows all of them.");
  refused(named("zzz"),
          "There is no model named zzz. --list shows those that are known; --config "
          "FILE reads any other, and so does --model DIR with its folder.");
  flags = by_hand("512");
  type(flags.tied);
  refused(flags,
          "--tied says where the LM head gets its weights, but this model has none. Leave it out; "
          "a model by hand has one with --vocab N.");
  type(flags.untied);
  refused(flags, "--tied and --untied cannot be used together.");
  flags = ModelFlags{};
  type(flags.model, "bert-base-uncased");
  type(flags.vocab, "9");
  type(flags.untied);
  refused(flags,
          "--untied says where the LM head gets its weights, but this model has none. Leave it "
          "out; a model by hand has one with --vocab N.");
  flags = by_hand("512");
  type(flags.bias);
  type(flags.no_bias);
  refused(flags, "--bias and --no-bias cannot be used together.");
  flags = by_hand("512");
  type(flags.gated);
  type(flags.d_ff, "0");
  refused(flags, "--gated is about the MLP, but with --d-ff 0 there is none.");
  flags = by_hand("512");
  type(flags.positions, "learned");
  refused(flags,
          "--positions learned needs the number of rows of its table: learned:1024, for "
          "instance.");
  type(flags.positions, "rotary:4");
  refused(flags, "--positions rotary has no table, so no number can follow it.");
  flags = by_hand("1000000000001");
  refused(flags,
          "--d-model must be a whole number from 1 to 1000000000000, but it is "
          "1000000000001.");
}
