#include "base/message.hpp"
#include "cli/complexity/complexity.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/model_examples.hpp"

namespace {

using Which = Flag PassFlags::*;

Pass read(const std::vector<std::pair<Which, std::string>>& given,
          const Model& model = llama_model()) {
  PassFlags flags;
  for (const auto& [flag, value] : given) type(flags.*flag, value);
  return flags.read_pass(model);
}

void refused(const std::vector<std::pair<Which, std::string>>& given, const std::string& text,
             const Model& model = llama_model()) {
  CHECK_REFUSED(read(given, model), text);
}

}  // namespace

TEST_CASE("read_pass: as many tokens as the model was made for, to a limit") {
  CHECK(read({}).n_tokens == 1024);
  Model model = llama_model();
  model.n_context = 512;
  CHECK(read({}, model).n_tokens == 512);
  model.n_context = 131072;
  CHECK(read({}, model).n_tokens == 4096);
}

TEST_CASE("read_pass: every flag reaches the pass") {
  const Pass pass = read({{&PassFlags::tokens, "10"},
                          {&PassFlags::keys, "30"},
                          {&PassFlags::batch, "4"},
                          {&PassFlags::dtype, "int4"},
                          {&PassFlags::kv_dtype, "fp8"},
                          {&PassFlags::logits, "last"},
                          {&PassFlags::window, "7"}});
  CHECK(pass.mode == Mode::prefill);
  CHECK(pass.n_tokens == 10);
  CHECK(pass.n_keys == 30);
  CHECK(pass.n_batch == 4);
  CHECK(pass.types.weights.n_bits == 4);
  CHECK(pass.types.values.name == "fp16");
  CHECK(pass.types.cache.name == "fp8");
  CHECK(pass.logits == Logits::last);
  CHECK(pass.window == 7);
  CHECK_FALSE(pass.causal);
}

TEST_CASE("read_pass: causal, full, or what the model does") {
  PassFlags flags;
  CHECK_FALSE(flags.read_pass(llama_model()).causal);
  type(flags.causal);
  CHECK(flags.read_pass(llama_model()).causal == true);
  flags = PassFlags{};
  type(flags.full);
  CHECK(flags.read_pass(llama_model()).causal == false);
  type(flags.causal);
  CHECK_REFUSED(flags.read_pass(llama_model()), "--causal and --full cannot be used together.");
}

TEST_CASE("read_pass: decoding has one new token and a cache") {
  const Pass pass = read({{&PassFlags::mode, "decode"}, {&PassFlags::tokens, "4096"}});
  CHECK(pass.mode == Mode::decode);
  CHECK(pass.n_tokens == 1);
  CHECK(pass.n_keys == 4096);
  const Pass source =
      read({{&PassFlags::mode, "decode"}, {&PassFlags::tokens, "5"}, {&PassFlags::keys, "9"}},
           encoder_decoder_model());
  CHECK(source.n_keys == 5);
  CHECK(source.n_source == 9);
}

TEST_CASE("read_pass: the pairs of a mask are its ones") {
  const Pass pass = read({{&PassFlags::mask, "1 0 0; 1 1 0"}});
  CHECK(pass.n_tokens == 2);
  CHECK(pass.n_keys == 3);
  CHECK(*pass.given_pairs == 3);
}

TEST_CASE("read_pass: what contradicts itself is refused") {
  const std::string mask = "1 0 0; 1 1 0";
  refused({{&PassFlags::mode, "decode"}, {&PassFlags::tokens, "4"}, {&PassFlags::keys, "4"}},
          "In decoding there is one new token, and --tokens says how many it sees, itself among "
          "them. Leave out --keys.");
  refused({{&PassFlags::mode, "train"}, {&PassFlags::tokens, "4"}, {&PassFlags::keys, "5"}},
          "In training every token is a query and a key: --keys 5 cannot differ from --tokens 4.");
  refused({{&PassFlags::mask, mask}, {&PassFlags::window, "2"}},
          "--mask and --window cannot be used together.");
  refused({{&PassFlags::mask, mask}, {&PassFlags::tokens, "4"}},
          "The mask has 2 rows, one for each token, but --tokens is 4.");
  refused({{&PassFlags::mask, mask}, {&PassFlags::keys, "4"}},
          "The mask has 3 columns, one for each key, but --keys is 4.");
  refused({{&PassFlags::mask, mask}, {&PassFlags::mode, "train"}},
          "In training every token is a query and a key, but the mask is 2 x 3.");
  refused({{&PassFlags::mask, mask}, {&PassFlags::mode, "decode"}},
          "--mask has a row for each token, but decoding runs one token: leave out --mode decode.");
  refused({{&PassFlags::mask, mask}},
          "--mask describes one kind of attention; an encoder and a decoder have three.",
          encoder_decoder_model());
  refused({{&PassFlags::tokens, "0"}},
          "--tokens must be a whole number from 1 to 1000000000000, but it is 0.");
  refused({{&PassFlags::dtype, "fp4"}},
          "--dtype must be one of fp32, fp16, bf16, fp8, int8, int4, but it is fp4. Did you mean "
          "fp8?");
  const std::string no_cache =
      "--kv-dtype is about the KV cache, and there is none: every token is read at once. Leave it "
      "out.";
  refused({{&PassFlags::kv_dtype, "fp8"}, {&PassFlags::mode, "train"}}, no_cache);
  Model encoder = llama_model();
  encoder.stacks.front().keeps_cache = false;
  refused({{&PassFlags::kv_dtype, "fp8"}}, no_cache, encoder);
}

TEST_CASE("read_pass: cross-attention reads as many tokens as --keys says") {
  Model model = gpt2_model();
  model.stacks.front().cross_attention = true;
  CHECK(read({{&PassFlags::tokens, "5"}}, model).n_source == 5);
  const Pass pass = read({{&PassFlags::tokens, "5"}, {&PassFlags::keys, "9"}}, model);
  CHECK(pass.n_keys == 5);
  CHECK(pass.n_source == 9);
}

TEST_CASE("read_pass: without an LM head --logits is refused") {
  Model model = llama_model();
  model.has_lm_head = false;
  for (const char* which : {"all", "last"})
    refused({{&PassFlags::logits, which}},
            "This model has no LM head, so --logits says nothing about it. Leave it out; a model "
            "by hand has one with --vocab N.",
            model);
}

TEST_CASE("read_pass: what reads everything at once does not decode") {
  Model model = gpt2_model();
  model.name = "bert";
  model.stacks.front().keeps_cache = false;
  refused({{&PassFlags::mode, "decode"}},
          "bert reads all its tokens at once; it does not decode one by one. Leave out --mode "
          "decode.",
          model);
}
