#include "support/model_examples.hpp"

#include <stdexcept>

namespace attn {
namespace {

void add_biases(Model& model) {
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = model.mlp_bias = true;
}

Model small_grouped() {
  Model model{.name = "grouped"};
  model.d_model = 10;
  model.n_heads = 6;
  model.n_kv_heads = 2;
  model.d_head = 3;
  model.d_ff = 14;
  model.n_vocab = 31;
  model.stacks = {Stack{.n_layers = 5, .causal = true, .final_norm = true}};
  model.gated = true;
  model.norm = Norm::rms;
  model.query_key_norm = true;
  model.has_lm_head = true;
  return model;
}

Model small_experts() {
  Model model = small_grouped();
  model.name = "experts";
  model.query_key_norm = false;
  model.n_experts = 7;
  model.n_active_experts = 3;
  model.value_bias = model.mlp_bias = true;
  model.stacks.front().window = 4;
  model.stacks.front().n_windowed_layers = 2;
  return model;
}

Model small_reader() {
  Model model{.name = "reader"};
  model.d_model = 8;
  model.n_heads = model.n_kv_heads = 4;
  model.d_head = 2;
  model.d_ff = 20;
  model.n_vocab = 17;
  model.stacks = {Stack{.n_layers = 3, .keeps_cache = false}};
  add_biases(model);
  model.norm = Norm::layer;
  model.positions = Positions::learned;
  model.n_positions = 40;
  model.n_token_types = 2;
  model.embedding_norm = model.pooler = true;
  model.n_classes = 5;
  return model;
}

Model small_patches() {
  Model model = small_reader();
  model.name = "patches";
  model.n_vocab = model.n_token_types = 0;
  model.embedding_norm = model.pooler = false;
  model.patches = Patches{.n_patches = 9, .n_pixels = 4, .n_channels = 3};
  model.class_token = true;
  return model;
}

Model small_translator() {
  Model model{.name = "translator"};
  model.d_model = 12;
  model.n_heads = model.n_kv_heads = 3;
  model.d_head = 5;
  model.d_ff = 22;
  model.n_vocab = 19;
  model.stacks = {
      Stack{.role = Stack::Role::encoder, .n_layers = 2, .final_norm = true, .keeps_cache = false},
      Stack{.role = Stack::Role::decoder,
            .n_layers = 4,
            .causal = true,
            .cross_attention = true,
            .final_norm = true}};
  model.norm = Norm::layer_without_bias;
  model.output_bias = true;
  model.positions = Positions::relative;
  model.n_positions = 6;
  model.has_lm_head = model.tied = true;
  return model;
}

}  // namespace

Model gpt2_model() {
  Model model{.name = "gpt2"};
  model.d_model = 768;
  model.n_heads = model.n_kv_heads = 12;
  model.d_head = 64;
  model.d_ff = 3072;
  model.n_vocab = 50257;
  model.stacks = {Stack{.n_layers = 12, .causal = true, .final_norm = true}};
  add_biases(model);
  model.norm = Norm::layer;
  model.positions = Positions::learned;
  model.n_positions = 1024;
  model.has_lm_head = model.tied = true;
  return model;
}

Model llama_model() {
  Model model{.name = "llama-2-7b"};
  model.d_model = 4096;
  model.n_heads = model.n_kv_heads = 32;
  model.d_head = 128;
  model.d_ff = 11008;
  model.n_vocab = 32000;
  model.stacks = {Stack{.n_layers = 32, .causal = true, .final_norm = true}};
  model.gated = true;
  model.norm = Norm::rms;
  model.has_lm_head = true;
  return model;
}

Model encoder_decoder_model() {
  Model model{.name = "nn.Transformer"};
  model.d_model = 512;
  model.n_heads = model.n_kv_heads = 8;
  model.d_head = 64;
  model.d_ff = 2048;
  model.stacks = {
      Stack{.role = Stack::Role::encoder, .n_layers = 6, .final_norm = true, .keeps_cache = false},
      Stack{.role = Stack::Role::decoder,
            .n_layers = 6,
            .causal = true,
            .cross_attention = true,
            .final_norm = true}};
  add_biases(model);
  model.norm = Norm::layer;
  return model;
}

std::vector<Model> small_models() {
  return {small_grouped(), small_experts(), small_reader(), small_patches(), small_translator()};
}

Dtype dtype_named(const std::string& name) {
  for (const Dtype& dtype : all_dtypes())
    if (dtype.name == name) return dtype;
  throw std::out_of_range("no type is named " + name);
}

Pass prefill_of(std::uint64_t n_tokens, std::uint64_t n_source) {
  Pass pass;
  pass.n_tokens = pass.n_keys = n_tokens;
  pass.n_source = n_source;
  return pass;
}

std::vector<Pass> passes_of(const Model& model) {
  const bool has_source = model.stacks.size() > 1;
  Pass prefill = prefill_of(10, has_source ? 7 : 0);
  Pass batch = prefill, cached = prefill, window = prefill, train = prefill, mask = prefill,
       decode = prefill;
  batch.n_batch = 3;
  batch.logits = Logits::last;
  batch.types = stored_types(dtype_named("int8"), dtype_named("fp32"));
  cached.types = stored_types(dtype_named("int4"), dtype_named("fp8"));
  window.types = stored_types(dtype_named("fp16"), dtype_named("int4"));
  if (!has_source) cached.n_keys = 23;
  window.window = 3;
  window.causal = false;
  train.mode = Mode::train;
  train.n_batch = 2;
  mask.given_pairs = 37;
  decode.mode = Mode::decode;
  decode.n_tokens = 1;
  std::vector<Pass> passes{prefill, batch, cached, window, train, mask};
  if (model.stacks.back().keeps_cache) passes.push_back(decode);
  return passes;
}

}  // namespace attn
